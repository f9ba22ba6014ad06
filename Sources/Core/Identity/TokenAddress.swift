public import Secrets

/// The address of a key in a token, such as a smart card (RFC 7512): `pkcs11:token=…;object=…?…`.
public struct TokenAddress: Sendable {
    private static let scheme = "pkcs11:"
    private let text: String

    /// Keeps the text unchecked.
    public init(_ text: String) { self.text = text }

    /// The address of a token, by what it says of itself.
    public init(token label: String, manufacturer: String, model: String, serial: String) {
        let parts = [("token", label), ("manufacturer", manufacturer), ("model", model), ("serial", serial)]
        text = Self.scheme + parts.map { "\($0.0)=\(PercentEncoding.unreserved.encode($0.1))" }.joined(separator: ";")
    }

    /// Returns whether a word looks like a token address.
    public static func isMeant(_ word: String) -> Bool { word.lowercased().hasPrefix(scheme) }

    /// The file that holds the PIN (section 2.4: `pin-source`); nil: the address names none.
    public var pinFile: String? {
        let prefix = "pin-source="
        guard let attribute = attributes.first(where: { $0.hasPrefix(prefix) }) else { return nil }
        let place = PercentEncoding.decode(attribute.dropFirst(prefix.count).utf8)
            .withBytes { String(decoding: $0, as: UTF8.self) }
        guard place.lowercased().hasPrefix("file:") else { return place }
        let path = place.dropFirst(5)
        guard path.hasPrefix("//") else { return String(path) }
        // This machine has two names there (RFC 8089 section 2).
        let host = path.dropFirst(2).prefix { $0 != "/" }
        return ["", "localhost"].contains(host.lowercased()) ? String(path.dropFirst(2 + host.count)) : place
    }

    /// The same address without the place of the PIN.
    public var withoutPIN: String {
        let query = text.drop { $0 != "?" }.dropFirst().split(separator: "&").filter { !$0.hasPrefix("pin-source=") }
        return String(text.prefix { $0 != "?" }) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// What the address says of the token, in any order: the same for all objects of one token, if the user names it in one way.
    public var ofToken: Set<String> {
        let ofObjects = ["object=", "id=", "type=", "object-type="]
        return Set(path.filter { part in !ofObjects.contains { part.hasPrefix($0) } }.map(String.init))
    }

    /// Returns whether both may be in one token: nothing that they say of it differs.
    public func mayShareToken(with other: TokenAddress) -> Bool {
        let (own, others) = (tokenAttributes, other.tokenAttributes)
        return own.allSatisfy { name, value in others[name].map { $0 == value } ?? true }
    }

    private static let ofTokens = ["token", "serial", "model", "manufacturer"]

    /// The attributes that only a token has, by their names, with their values decoded (section 2.3). Slots and modules are
    /// not among them: a card can be moved, and two modules can know it.
    private var tokenAttributes: [String: SharedSecret] {
        let found = path.compactMap { part -> (String, SharedSecret)? in
            let name = part.prefix { $0 != "=" }
            guard Self.ofTokens.contains(String(name)) else { return nil }
            return (String(name), SharedSecret(PercentEncoding.decode(part.dropFirst(name.count + 1).utf8)))
        }
        return Dictionary(found) { first, _ in first }
    }

    /// The address of the private key alone, which shares its name with other objects.
    public var ofKey: String { with("private") { _ in true } }

    /// The address of the key's certificate: by the key's identifier, which both have, else by its name.
    public var ofCertificate: String {
        let hasIdentifier = attributes.contains { $0.hasPrefix("id=") }
        return with("cert") { !hasIdentifier || !$0.hasPrefix("object=") }
    }

    /// The address of all certificates in the token.
    public var ofCertificates: String { with("cert") { !$0.hasPrefix("object=") && !$0.hasPrefix("id=") } }

    /// Returns the address of objects of a type (section 2.3) by those attributes that `keeps` names. What is about the
    /// module and the PIN stays (section 2.4); slots and libraries do not, because OpenSSL's engine finds nothing by them.
    private func with(_ type: String, _ keeps: (Substring) -> Bool) -> String {
        let names = Self.ofTokens + ["object", "id"]
        let kept = path.filter { part in names.contains { part.hasPrefix($0 + "=") } && keeps(part) }
        return Self.scheme + (kept + ["type=" + type]).joined(separator: ";") + text.drop { $0 != "?" }
    }

    /// The attributes of the path (section 2.3).
    private var path: [Substring] { text.dropFirst(Self.scheme.count).prefix { $0 != "?" }.split(separator: ";") }
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
        guard pinFile?.hasPrefix("/") != false else {
            throw FedauthError(
                .usage, "the 'pin-source' of the address names no file by its whole path",
                hint: "write it as 'pin-source=file:/PATH'")
        }
        guard attributes.contains(where: { $0.hasPrefix("object=") || $0.hasPrefix("id=") }) else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 60))' does not say which key",
                hint: "write it as 'pkcs11:token=NAME;object=NAME'")
        }
        // Without these, another token may have a key of that name.
        guard !tokenAttributes.isEmpty || !path.contains(where: { $0.hasPrefix("slot-") || $0.hasPrefix("library-") })
        else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 60))' names the slot or the library of the token, and not the token",
                hint: "a card can be moved: add 'token=NAME' or 'serial=NUMBER', as 'p11tool --list-tokens' prints them"
            )
        }
    }
}

/// A PIN for a token.
public struct TokenPIN {
    /// The PIN.
    public let value: SharedSecret
    /// Hears whether the token takes it.
    public let judge: (_ isTaken: Bool) -> Void

    /// Remembers what the token at an address says to it. Throws `refused` for one from a file that it has refused before.
    public init(
        _ value: SharedSecret, from file: String? = nil, at address: TokenAddress, in memory: RefusedSecrets?
    ) throws(FedauthError) {
        if let file {
            try memory?.check(value, of: nil, at: address, from: file, orBy: "run it at a terminal, which asks for it")
        }
        self.value = value
        judge = { isTaken in
            if isTaken { memory?.forget(nil, at: address) } else { memory?.note(value, of: nil, at: address) }
        }
    }
}

extension TokenAddress: SecretReceiver {
    /// What the address says of the token alone.
    public var description: String {
        Self.scheme
            + path.filter { part in Self.ofTokens.contains { part.hasPrefix($0 + "=") } }.sorted().joined(
                separator: ";")
    }
    /// The same.
    public var hostAndPort: String { description }
}

/// Reads tokens, such as smart cards. The functions throw `client-certificate-unusable` for a token that cannot be used:
/// it refused the PIN, or there is no software for it.
public protocol TokenReader: AnyObject {
    /// Returns the certificates at an address (RFC 7512), DER; none when there is none. `pin`, if any, is called at
    /// most once, when the token asks for it; `name` is that of the identity, for messages.
    func certificates(
        at address: String, for name: String, pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]]

    /// Returns those certificates whose private key is at an address.
    func certificates(
        _ certificates: [[UInt8]], ofKeyAt address: String, for name: String,
        pin: () throws(FedauthError) -> TokenPIN?
    ) throws(FedauthError) -> [[UInt8]]
}
