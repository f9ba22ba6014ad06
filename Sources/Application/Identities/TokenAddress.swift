public import Core

/// The address of a key in a token, such as a smart card (RFC 7512): `pkcs11:token=…;object=…?…`.
public struct TokenAddress {
    private static let scheme = "pkcs11:"
    private let text: String

    /// Keeps the text unchecked.
    public init(_ text: String) { self.text = text }

    /// Returns whether a word looks like a token address.
    public static func isMeant(_ word: String) -> Bool { word.lowercased().hasPrefix(scheme) }

    /// Whether it says where the PIN is (section 2.4: `pin-source`).
    public var namesPIN: Bool { attributes.contains { $0.hasPrefix("pin-source=") } }

    private var attributes: [Substring] { text.dropFirst(Self.scheme.count).split { ";?&".contains($0) } }

    /// Throws `usage` for an address that names no key, or holds the PIN itself.
    public func check() throws(FedauthError) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 60))' is not an address of a key",
                hint: "other characters than letters are percent-encoded, as 'p11tool --list-all' prints them")
        }
        // The message does not repeat the address, because it holds a secret.
        guard !attributes.contains(where: { $0.hasPrefix("pin-value=") }) else {
            throw FedauthError(
                .usage, "the address contains a PIN, which other users can read on the command line",
                hint: "leave 'pin-value' out to be asked, or name a file by 'pin-source=file:/PATH'")
        }
        guard attributes.contains(where: { $0.hasPrefix("object=") || $0.hasPrefix("id=") }) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 60))' does not say which key",
                hint: "write it as 'pkcs11:token=NAME;object=NAME'")
        }
    }
}
