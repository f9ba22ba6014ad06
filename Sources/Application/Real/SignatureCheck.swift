public import Core
internal import Crypto
internal import Secrets
internal import System

/// Checks a token's signature and conditions as `VerifySettings` require.
public struct SignatureCheck: TokenVerifier {
    private let certificates: [SharedSecret]
    private let allowsSHA1: Bool
    private let needsAudience: Bool
    private let reader: any SecurityTokenReader
    private let clock: any WallClock
    private static let maximumBytes = 1 << 20

    /// Creates the check; nil when none is wanted. Only metadata at an address needs the `network`. Throws before the
    /// sign-in when the settings name no certificate.
    public init?(
        _ settings: VerifySettings, _ networking: NetworkSettings, clock: any WallClock,
        reader: any SecurityTokenReader, network: () throws(FedauthError) -> Network
    ) throws(FedauthError) {
        guard let text = settings.certificates else {
            for (isGiven, option) in [
                (settings.allowsSHA1, "--verify-sha1"), (!settings.needsAudience, "--verify-no-audience"),
            ] where isGiven {
                throw FedauthError(
                    .usage, "'\(option)' is there, and no certificate to check by", hint: "name one by '--verify'")
            }
            return nil
        }
        allowsSHA1 = settings.allowsSHA1
        needsAudience = settings.needsAudience
        self.reader = reader
        self.clock = clock
        guard let url = try VerifySettings.address(text) else {
            certificates = try Self.certificates(inFile: text, clock.deadline(), reader)
            return
        }
        guard !networking.isInsecure else {
            throw FedauthError(
                .usage, "with '--insecure' anyone on the network path to '\(url.host)' could swap the certificate",
                hint: "leave '--insecure' out, or give the metadata as a file by '--verify'")
        }
        let network = try network()
        certificates = try FederationMetadata(network.agent(for: [url]), at: url).signingCertificates(
            reader, deadline: network.deadline)
    }

    private static func certificates(
        inFile path: String, _ deadline: Deadline, _ reader: any SecurityTokenReader
    ) throws(FedauthError) -> [SharedSecret] {
        let content = SharedSecret(
            try FileDescriptor(reading: path).read(name: path, limit: maximumBytes, until: deadline))
        let isXML = content.withBytes { bytes in
            bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first == UInt8(ascii: "<")
        }
        guard isXML else { return try certificates(in: content, name: path).map { SharedSecret(Secret($0.der)) } }
        let found = try reader.signingCertificates(metadata: content)
        guard !found.isEmpty else {
            throw FedauthError(
                .usage, "the metadata in '\(path.folded(to: 100))' name no certificate that signs",
                hint: "they must be those of the server that issues the token")
        }
        return found
    }

    private static func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        if let one = Certificate(der: content.withBytes { Array($0) }) { return [one] }
        do throws(FedauthError) {
            return try IdentityFile.certificates(in: content, name: name)
        } catch  where error.code == .badFile {
            throw FedauthError(
                .usage, "'\(name.folded(to: 100))' holds no certificate that '--verify' could check by",
                hint: "give the signer's certificate in PEM or DER, or federation metadata in XML",
                causes: [error.message] + error.causes)
        }
    }

    /// Throws `refused` for an invalid signature or condition and for a token that has no signature to check, and
    /// `token-type` for an encrypted token.
    public func check(_ token: IssuedToken) throws(FedauthError) {
        switch token.kind {
        case .saml11, .saml20:
            try reader.signature(ofAssertion: token.bytes).check(signedBy: certificates, allowsSHA1: allowsSHA1)
        case .jwt: try TokenSignature(of: token.bytes).check(signedBy: certificates)
        case .encrypted:
            throw FedauthError(
                .tokenType, "the token is encrypted, and '--verify' cannot look for its signature",
                hint: "only the relying party can read it: leave out '--verify'")
        case .other:
            throw FedauthError(
                .refused, "the token is neither a SAML assertion nor a JSON Web Token, so '--verify' cannot check it",
                hint: "do not use it, or leave out '--verify' if the server issues such tokens")
        }
        try token.requireConditions(at: clock.now, needsAudience: needsAudience)
    }
}
