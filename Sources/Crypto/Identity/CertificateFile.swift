public import Core
public import Secrets

/// A file of certificates without a key: PEM blocks, or one certificate in DER.
public enum CertificateFile {
    /// The certificates in their order, DER. Throws `unreadable-identity` and the like for what is neither.
    public static func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [[UInt8]] {
        let isDER = content.withBytes { $0.first == 0x30 }
        if isDER, let one = Certificate(der: content.withBytes { Array($0) }) { return [one.der] }
        let found = try PEMReader(content, name: name).certificates().map(\.der)
        guard !found.isEmpty else {
            throw FedauthError(
                .usage, "'\(name.folded(to: 100))' holds no certificate", hint: "it must be one in PEM or DER")
        }
        return found
    }
}
