import Application
import ArgumentParser
import Core

/// `fedauth identity show`.
struct IdentityShow: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth identity show ada": "The contents of the certificate, its expiry and servers",
        "fedauth identity show ada --pem | openssl x509 -noout -text": "The certificates themselves",
    ]
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an identity's certificates; never its key.")

    @Argument("name", "The identity.", completion: .identityNames)
    var name: String

    @Flag(help: "Print the certificates as PEM, the owner's first.")
    var pem = false

    @OptionGroup(title: "Trust") var trust: IdentityTrustOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func validate() throws {
        if pem && global.json { throw ValidationError("'--pem' and '--json' exclude each other") }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let inspection = IdentityInspection(context.services(NetworkOptions(), storage), CryptoIdentityReader())
        if pem { return try context.streams.result(PEMText.certificates(try inspection.certificates(of: name))) }
        let (identity, check) = try inspection.checked(name, authorities: trust.cacert)
        let report = IdentityReport(identity: identity, check: check, now: context.clock.now)
        try context.report(report.json, rows: report.rows(shown: context.streams.resultTime))
    }
}
