import Application
import ArgumentParser
import Core
import Crypto
import Secrets
import System

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

    @Option("file", "The private key: this PEM file, which is made if it does not exist.", completion: .file())
    var key: String

    @Option("name", "The subject of the certificate, such as CN=ada,O=Example.")
    var subject: String?

    @Option("name", "Another name of the owner: email:, dns:, uri: or upn: and the name. Repeat it for more.")
    var san: [String] = []

    @Option("kind", "The kind of a new key: \(KeyKind.names.joined(separator: ", ")) (default: \(KeyKind.usual)).")
    var keyType: KeyKindName?

    @Flag(help: "Do not encrypt a new key: anyone who can read the file has it.")
    var unencrypted = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "The passphrase of the key") var sealing: PassphraseOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    /// The limit for a key file: a key of 4096 bits is 3 KiB, and the file may also contain certificates.
    private static let maximumBytes = 1 << 20

    func validate() throws {
        guard subject != nil || !san.isEmpty else {
            throw ValidationError("the subject is missing: '--subject CN=…', or '--san'")
        }
        if unencrypted, let option = sealing.namedOption {
            throw ValidationError("'--unencrypted' and '\(option)' exclude each other")
        }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var template = CertificateTemplate()
        if let subject { template.subject = try DistinguishedName(parsing: subject) }
        for name in san { template.alternativeNames.append(try AlternativeName(name)) }
        let wanted = keyType?.kind
        if let output = output.output, output != "-" {
            try AtomicFile.checkPlace(output)
            try AtomicFile.checkDirectory(FileNames.directory(of: output), for: output)
            guard FileNames.place(output) != FileNames.place(key) else {
                throw FedauthError(
                    .usage, "'\(output.folded(to: 200))' is the key's file", hint: "name another file for the request")
            }
        }
        let cryptography = OpenSSLEnrollment()
        let isThere = FileNames.exists(key)
        if !isThere {
            try AtomicFile.checkPlace(key)
            try AtomicFile.checkDirectory(FileNames.directory(of: key), for: key)
        }
        let secret = try isThere ? read(context) : cryptography.makeKey(wanted ?? .usual)
        template.key = try cryptography.kind(ofKey: secret)
        if let wanted, isThere, template.key != wanted {
            throw FedauthError(
                .usage, "the key in '\(key.folded(to: 200))' is \(template.key), not \(wanted)",
                hint: "leave out '--key-type', or name another file for a new key")
        }
        if case .rsa = template.key { template.keyUsages = ["digitalSignature", "keyEncipherment"] }
        let request = try cryptography.request(template, key: secret)
        // The key is written first: a request without its key is useless.
        if !isThere { try write(secret, context) }
        try output.write(
            PEMText.block("CERTIFICATE REQUEST", SharedSecret(Secret(request))), isOfServer: false, in: context)
    }

    private func read(_ context: CommandContext) throws(FedauthError) -> SharedSecret {
        try IdentitySources(sealing.places, in: context.surroundings, limit: Self.maximumBytes).key(in: key)
    }

    private func write(_ secret: SharedSecret, _ context: CommandContext) throws(FedauthError) {
        var passphrase: SharedSecret?
        if !unencrypted {
            passphrase = try LocalIdentityFiles(context.surroundings, results: context.streams)
                .newPassphrase(sealing.places, question: "Passphrase for '\(key)': ")
        }
        let block = try IdentityWriter.pem(PrivateKey(pkcs8: secret), passphrase: passphrase)
        let isMade = try block.withBytes { (bytes) throws(FedauthError) in try AtomicFile.make(bytes, at: key) }
        guard isMade else {
            throw FedauthError(
                .busy, "'\(key.folded(to: 200))' was created meanwhile", hint: "try it again, to use that key")
        }
        context.streams.note("made the key '\(key)', \(passphrase == nil ? "not encrypted" : "encrypted")")
    }
}
