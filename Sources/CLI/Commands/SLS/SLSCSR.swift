import Application
import Core
import Crypto
import Secrets

/// `fedauth sls csr`.
struct SLSCSR: Command, Documented {
    static let examples: Examples = [
        "fedauth sls csr --key ada.key --subject CN=ada,O=Example -o ada.csr":
            "Make a key, sealed under a passphrase that is asked for, and a request",
        "fedauth sls csr --key ada.key --subject CN=ada --san email:ada@example.org --key-type p256 --unencrypted":
            "For a program that cannot ask; the request goes to stdout",
    ]
    static let configuration = CommandConfiguration(
        commandName: "csr", abstract: "Make a certificate signing request, and the key for it.",
        discussion: """
            An existing key file is used and never overwritten; a missing one is made. The request (PKCS#10) is \
            PEM, for 'fedauth sls enroll --csr' or for another certificate authority.
            """)

    var key = ""
    var subject: String?
    var san: [String] = []
    var keyType: KeyKind?
    var unencrypted = false
    var output = OutputOptions()
    var sealing = SecretPlaces.passphrase

    mutating func declare(_ list: OptionList) {
        list.option(
            "key", &key, "file", "The private key: this PEM file, which is made if it does not exist.",
            completion: .file, isRequired: true)
        list.option(
            "subject", &subject, "name", "The subject of the certificate, such as CN=ada,O=Example.", form: .subject)
        list.option(
            "san", &san, "name",
            "Another name of the owner: email:, dns:, uri: or upn: and the name. Repeat it for more.",
            form: .alternativeName)
        list.option(
            "key-type", &keyType, "kind",
            "The kind of a new key: \(KeyKind.names.joined(separator: ", ")) (default: \(KeyKind.usual)).")
        list.flag("unencrypted", &unencrypted, "Do not encrypt a new key: anyone who can read the file has it.")
        list.group(&output)
        list.group("The passphrase of the key") { sealing.declarePassphrase(list) }
    }

    /// The limit for a key file: a key of 4096 bits is 3 KiB, and the file may also contain certificates.
    private static let maximumBytes = 1 << 20

    func validate() throws(Mistake) {
        guard subject != nil || !san.isEmpty else {
            throw Mistake("the subject is missing: '--subject CN=…', or '--san'")
        }
        if unencrypted, let option = sealing.namedOption {
            throw Mistake("'--unencrypted' and '\(option)' exclude each other")
        }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var flow = SigningRequestFlow(keyFile: key)
        flow.kind = keyType
        flow.requestFile = output.isStdout ? nil : output.output
        if let subject { flow.template.subject = try DistinguishedName(parsing: subject) }
        for name in san { flow.template.alternativeNames.append(try AlternativeName(name)) }
        let sources = IdentitySources(sealing, in: context, limit: Self.maximumBytes)
        let keys = SigningRequestFlow.Keys(
            OpenSSLEnrollment(), read: { (path) throws(FedauthError) in try sources.key(in: path) },
            pem: { (key) throws(FedauthError) in
                try IdentityWriter.pem(PrivateKey(pkcs8: key), passphrase: try newPassphrase(context))
            })
        let (request, isNewKey) = try flow.run(keys)
        if isNewKey { context.streams.note("made the key '\(key)', \(unencrypted ? "not encrypted" : "encrypted")") }
        try output.write(
            PEMText.block("CERTIFICATE REQUEST", SharedSecret(Secret(request))), isOfServer: false, in: context)
    }

    private func newPassphrase(_ context: CommandContext) throws(FedauthError) -> SharedSecret? {
        if unencrypted { return nil }
        return try LocalIdentityFiles(context, results: context.streams)
            .newPassphrase(sealing, question: "Passphrase for '\(key)': ")
    }
}
