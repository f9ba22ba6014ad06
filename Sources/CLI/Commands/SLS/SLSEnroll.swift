import Application
import Core
import Crypto
import Secrets
import System

/// `fedauth sls enroll`.
struct SLSEnroll: Command, Documented {
    static let examples: Examples = [
        "fedauth sls enroll https://sls.example.org --profile-code SAPSSO_P --origin https://portal.example.org":
            "Sign in to a Secure Login Server, and keep the certificate for one server",
        "fedauth sls enroll https://ca.example.org --protocol est --profile-code users --user ada --pem ~/.certs":
            "From an EST server, into two files for other programs",
        "fedauth profile add corp --method sls --base-url https://sls.example.org --profile-code SAPSSO_P --origin "
            + "https://portal.example.org\nfedauth request https://portal.example.org/":
            "Save it once; from then on a request that needs the certificate gets it",
        "fedauth sls enroll corp --dry-run": "Show what would be requested",
    ]
    static let mainOptions: [String]? = [
        "profile-code", "protocol", "origin", "user", "password-file", "name", "pem", "p12", "cacert", "dry-run",
    ]
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Get a client certificate from a Secure Login Server, or by EST.",
        discussion: """
            Does nothing while the existing certificate is valid. Otherwise you sign in, in as many steps as the \
            server asks for; fedauth makes a key, requests a certificate for it, and keeps both in the store as \
            an identity. The names of the fields of a real Secure Login Server are not public: '--trace FILE' \
            shows them, and '--sls-name' corrects fedauth's guesses.
            """)

    var service: String?
    var name: String?
    var csr: String?
    var key: String?
    var dryRun = false
    var newRequest = false
    var options = EnrollingOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-url", &service, "A profile, or the address of the server (default: the current profile).",
            completion: .names(.enrollingProfiles))
        list.option(
            "name", &name, "name", "The name of the identity (default: the profile's name, else the server's host).",
            completion: .names(.identities))
        list.option(
            "csr", &csr, "file", "Submit this certification request (PKCS#10) instead of a new one.", completion: .file)
        list.option("key", &key, "file", "Use this private key instead of a new one.", completion: .file)
        list.flag(
            "dry-run", &dryRun, "Sign in as far as needed to learn the server's requirements, show them, and stop.")
        list.flag("new-request", &newRequest, "Make a new key and request, also when one waits for approval.")
        list.settings(&options)
    }

    /// The method's name in profiles.
    static var methodName: String? { "sls" }
    private static let maximumBytes = 1 << 20

    func validate() throws(Mistake) {
        guard csr == nil || key != nil else {
            throw Mistake("'--csr' needs the key that it was made with: '--key FILE'")
        }
        if dryRun, csr != nil { throw Mistake("'--dry-run' and '--csr' exclude each other") }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var enrolling = EnrollmentFlow(options, in: context)
        let target = try enrolling.target(service, name: name)
        try enrolling.checkStandardInput(opensKey: key != nil)
        enrolling.settings.key = try ownKey(context)
        if dryRun {
            let template = try enrolling.template(target)
            return try context.report(template.json, rows: template.rows)
        }
        enrolling.settings.startsOver = newRequest
        let places = enrolling.settings
        guard options.flow.storage.isKept || !places.files.keyPaths.isEmpty || places.givesToProvider else {
            throw FedauthError(
                .usage, "'--no-store' keeps no certificate, and no file is named for it",
                hint: "name one by '--pem FILE' or '--p12 FILE', or leave '--no-store' out")
        }
        let outcome = try enrolling.enroll(target)
        let report = try EnrolledIdentity(outcome)
        if !outcome.paths.contains("-") { try context.report(report.json) }
        context.streams.note(report.line(context.streams))
        if options.flow.storage.isKept, places.wantsProfile, let advice = report.forgotten(places) {
            context.streams.note(advice)
        }
        if !outcome.isFresh, try PendingEnrollments(context.store(options.flow.storage)).named(target.name) != nil {
            context.streams.note(
                "a request for a new one waits for approval: 'fedauth sls renew \(target.name.shellWord)' submits it again"
            )
        }
        if outcome.isFresh, outcome.identity.origins.isEmpty, !places.files.areNamed {
            context.streams.note(IdentityAdvice.unbound(outcome.identity))
        }
    }

    private func ownKey(_ context: CommandContext) throws(FedauthError) -> EnrollmentKey {
        guard let path = key else { return .new }
        let opened = try IdentitySources(options.enrollment.passphrase, in: context, limit: Self.maximumBytes)
            .key(in: path)
        let cryptography = OpenSSLEnrollment()
        guard let csr else {
            _ = try cryptography.kind(ofKey: opened)
            return .own(opened)
        }
        let request = SharedSecret(
            try FileDescriptor(reading: csr).read(name: csr, limit: Self.maximumBytes, until: context.clock.deadline()))
        return .ownRequest(opened, try cryptography.request(reading: request, name: csr, key: opened))
    }
}
