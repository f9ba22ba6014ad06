import ArgumentParser
import Core
import Crypto

/// `fedauth identity show`.
struct IdentityShow: StoreCommand, Documented {
    static let examples = [
        Example("fedauth identity show ada", "The contents of the certificate, its expiry and servers"),
        Example("fedauth identity show ada --pem | openssl x509 -noout -text", "The certificates themselves"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an identity's certificates; never its key.")

    @Argument(help: ArgumentHelp("The identity.", valueName: "name"), completion: .identityNames)
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
        let identity = try identity(name, in: context)
        if pem { return try context.streams.result(PEMText.certificates(identity.certificates)) }
        let check = try CryptoIdentityReader().check(try CertificateChain(of: identity), authorities: trust.cacert)
        let report = IdentityReport(identity, check, now: context.clock.now)
        try context.report(report, rows: report.rows(check))
    }
}

extension CertificateChain {
    /// Reads what the store holds. Throws `store-damaged` for an unreadable certificate.
    init(of identity: Identity) throws(FedauthError) {
        let certificates = identity.certificates.compactMap { Certificate(der: $0) }
        guard let leaf = certificates.first, certificates.count == identity.certificates.count else {
            throw FedauthError(
                .storeDamaged, "the identity '\(identity.name)' holds a certificate that cannot be read",
                hint: "import it again by 'fedauth identity import FILE --name \(identity.name) --force'")
        }
        self.init(leaf, from: Array(certificates.dropFirst()))
    }
}
