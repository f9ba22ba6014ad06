/// The SHA-256 hash of a certificate, with which a user identifies it.
public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Reads 64 hexadecimal digits, also with `:`, blanks and a leading `sha256:`. Throws `usage` for anything else.
    public init(_ text: String) throws(FedauthError) {
        let lowered = text.lowercased()
        let digits = (lowered.hasPrefix("sha256:") ? lowered.dropFirst(7) : lowered[...])
            .filter { $0 != ":" && $0 != " " }
        guard let bytes = Hexadecimal.bytes(Array(digits.utf8)), bytes.count == 32 else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 80))' is not a SHA-256 fingerprint",
                hint: "it has 64 hexadecimal digits; 'openssl x509 -in ca.pem -noout -fingerprint -sha256' prints it")
        }
        self.bytes = bytes
    }

    /// 64 lower-case digits.
    public var description: String { Hexadecimal.text(bytes) }
}
