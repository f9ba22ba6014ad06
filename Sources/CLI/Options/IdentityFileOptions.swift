import ArgumentParser
import Core

/// The files in which other programs find an identity.
struct IdentityFileOptions: ParsableArguments {
    @Option(
        name: .customLong("p12"),
        help: ArgumentHelp("Write PKCS#12 (AES-256) to this file; '-' is stdout.", valueName: "file"),
        completion: .file())
    var p12: String?

    @Option(
        help: ArgumentHelp(
            "Write PEM to this file ('-' is stdout), the key behind the certificates; or into this directory, as NAME.crt "
                + "and NAME.key.",
            valueName: "place"),
        completion: .file())
    var pem: String?

    @Option(
        help: ArgumentHelp("Write the certificates of the issuers, as PEM, to this file too.", valueName: "file"),
        completion: .file())
    var chain: String?

    @Flag(help: "Do not encrypt the key of a PEM file: anyone who can read it has the identity.")
    var unencrypted = false

    /// The paths for the key.
    var places: [String] { [p12, pem].compactMap { $0 } }
    /// Returns the paths of the files of the identity; `-` is stdout.
    func paths(of name: String) throws(FedauthError) -> [String] {
        var paths = [p12].compactMap { $0 }
        if let pem, FileNames.isDirectory(pem) {
            let path = "\(pem)/\(try FileNames.plain(name))"
            paths += [path + ".crt", path + ".key"]
        } else if let pem {
            paths.append(pem)
        }
        return paths + [chain].compactMap { $0 }
    }
    /// Whether any file is wanted.
    var areNamed: Bool { !places.isEmpty || chain != nil }
    /// Whether a key is to be sealed, so that a passphrase is needed.
    var wantsPassphrase: Bool { p12 != nil || (pem != nil && !unencrypted) }
    /// Whether anything goes to stdout.
    var useStdout: Bool { (places + [chain].compactMap { $0 }).contains("-") }

    func validate() throws {
        guard (places + [chain].compactMap { $0 }).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one result can go to stdout")
        }
        guard !unencrypted || pem != nil else {
            throw ValidationError("'--unencrypted' is for '--pem': PKCS#12 is always encrypted")
        }
    }
}
