import Application
import Core

/// `fedauth identity show`.
struct IdentityShow: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity show ada": "The contents of the certificate, its expiry and servers",
        "fedauth identity show ada --pem | openssl x509 -noout -text": "The certificates themselves",
    ]
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an identity's certificates; never its key.")

    var name = ""
    var pem = false
    var trust = IdentityTrustOptions()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The identity.", completion: .names(.identities))
        list.flag("pem", &pem, "Print the certificates as PEM, the owner's first.")
        list.group("Trust", &trust)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        if pem && context.global.json {
            throw FedauthError(.usage, "'--pem' and '--json' exclude each other", hint: "give one of them")
        }
        let inspection = IdentityInspection(context.services(NetworkSettings(), storage), CryptoIdentityReader())
        if pem { return try context.streams.result(PEMText.certificates(try inspection.certificates(of: name))) }
        let (identity, check) = try inspection.checked(name, authorities: trust.cacert)
        let report = IdentityReport(identity: identity, check: check, now: context.clock.now)
        try context.report(report.json, rows: report.rows(shown: context.streams.resultTime))
    }
}
