import Core
import Crypto
import Glibc
import Markup
import Secrets
import Signature

/// The check of an assertion's signature that `VerifyOptions` ask for.
struct SignatureCheck {
    private let certificates: [SharedSecret]
    private let allowsSHA1: Bool
    private static let maximumBytes = 1 << 20

    /// Nil where none is wanted. Throws for a file without a certificate, before anybody signs in.
    init?(_ options: VerifyOptions) throws(FedauthError) {
        guard let path = options.verify else {
            guard !options.verifySha1 else {
                throw FedauthError(
                    .usage, "'--verify-sha1' is there, and no certificate to check by", hint: "name one by '--verify'")
            }
            return nil
        }
        let content = SharedSecret(
            try FileDescriptor(opening: path, O_RDONLY).read(name: path, limit: Self.maximumBytes))
        let isXML = content.withBytes { bytes in
            bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first == UInt8(ascii: "<")
        }
        certificates =
            isXML
            ? try LibXMLReader().signingCertificates(metadata: content)
            : try Self.certificates(in: content, name: path).map { SharedSecret(Secret($0.der)) }
        guard !certificates.isEmpty else {
            throw FedauthError(
                .usage, "the metadata in '\(path.folded(to: 100))' name no certificate that signs",
                hint: "they must be those of the server that issues the token")
        }
        allowsSHA1 = options.verifySha1
    }

    private static func certificates(
        in content: SharedSecret, name: String
    ) throws(FedauthError) -> [Certificate] {
        if let one = Certificate(der: content.withBytes { Array($0) }) { return [one] }
        return try IdentityFile.certificates(inPEM: content, name: name)
    }

    /// Throws `refused` for a signature that does not hold, and `token-type` for what has none that could be checked.
    func check(_ token: IssuedToken) throws(FedauthError) {
        guard token.kind.isAssertion else {
            throw FedauthError(
                .tokenType,
                "only a SAML assertion can be checked by '--verify', and this is of the kind "
                    + "'\(token.kind.rawValue)'",
                hint: token.kind == .encrypted ? "it is encrypted for the relying party" : "leave out '--verify'")
        }
        try AssertionSignature(of: token.bytes).check(signedBy: certificates, allowsSHA1: allowsSHA1)
    }
}
