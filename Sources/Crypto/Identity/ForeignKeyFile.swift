internal import Core
internal import Secrets

/// The kinds of key files that are neither PEM, DER nor PKCS#12, each with the way to one of these.
enum ForeignKeyFile {
    private static let kinds: [(beginning: [UInt8], kind: String, hint: String)] = [
        ([0xFE, 0xED, 0xFE, 0xED], "a Java keystore (JKS)", keytool),
        ([0xCE, 0xCE, 0xCE, 0xCE], "a Java keystore (JCEKS)", keytool),
        (
            Array("PuTTY-User-Key-File".utf8), "a key of PuTTY",
            "'puttygen FILE -O private-openssh -o COPY' makes PEM of it"
        ),
        (Array("---- BEGIN SSH2".utf8), "a key of SSH", "an identity is a certificate (X.509) and its key"),
        (Array("ssh-".utf8), "a public key of SSH", "an identity is a certificate (X.509) and its private key"),
        (Array("-----BEGIN PGP".utf8), "a key of OpenPGP", "an identity is a certificate (X.509) and its key"),
        (Array("SQLite format 3".utf8), "a database, as browsers have", "export the certificate there, as PKCS#12"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unpack it, and name the file in it"),
    ]

    private static let keytool =
        "'keytool -importkeystore -srckeystore FILE -destkeystore COPY.p12 -deststoretype PKCS12' makes PKCS#12 of it"

    /// Throws `bad-file`, naming the kind, for such a file.
    static func check(_ content: SharedSecret, name: String) throws(FedauthError) {
        let shown = "'\(name.folded(to: 100))'"
        let found = content.withBytes { bytes in kinds.first { bytes.starts(with: $0.beginning) } }
        if let found { throw FedauthError(.badFile, "\(shown) is \(found.kind)", hint: found.hint) }
        guard PEMBlock.all(in: content).contains(where: { $0.label == "OPENSSH PRIVATE KEY" }) else { return }
        throw FedauthError(
            .badFile, "\(shown) has a key in the format of OpenSSH",
            hint: "'ssh-keygen -p -m PEM -f COPY' converts a copy, if it is RSA or ECDSA")
    }
}
