import Application
import ArgumentParser

/// The files in which other programs find an identity.
struct IdentityFileOptions: ParsableArguments {
    @Option(
        "file", "Write PKCS#12 (AES-256) to this file; '-' is stdout.", name: .customLong("p12"), completion: .file())
    var p12: String?

    @Option(
        "place",
        "Write PEM to this file ('-' is stdout), the key after the certificates; or into this directory, as NAME.crt "
            + "and NAME.key.", completion: .file())
    var pem: String?

    @Option("file", "Write the certificates of the issuers, as PEM, to this file too.", completion: .file())
    var chain: String?

    @Flag(help: "Do not encrypt the key of a PEM file: anyone who can read it has the identity.")
    var unencrypted = false

    var values: IdentityFilePlaces {
        var values = IdentityFilePlaces()
        values.p12 = p12
        values.pem = pem
        values.chain = chain
        values.isUnencrypted = unencrypted
        return values
    }

    func validate() throws {
        guard values.paths.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("only one result can go to stdout")
        }
        guard !unencrypted || pem != nil else {
            throw ValidationError("'--unencrypted' is for '--pem': PKCS#12 is always encrypted")
        }
    }
}
