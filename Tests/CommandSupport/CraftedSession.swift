/// A session in the first version of the format, byte by byte (see `SessionCoding`). It lets tests run commands without a
/// sign-in, and shows that a store of an earlier version can be read.
struct CraftedSession {
    struct Cookie {
        var name: String
        var value: String
        var domain = "service.example.org"
    }

    var name = "mail"
    /// The address of the session.
    var url = "https://service.example.org/"
    /// The origin of the session.
    var origin: String { url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//") }
    var cookies = [Cookie(name: "sid", value: "s3cr3t-value/+x"), Cookie(name: "id", value: "42")]
    var obtained: Int64 = 1
    var expires: Int64 = 5_000_000_000
    /// The user who signed in; nil if unknown.
    var user: String?
    /// A token of the kind `bearer`.
    var bearer: String?
    /// Whether the session consists of a token only.
    var isToken = false

    var bytes: [UInt8] {
        var out = Self.number(1, 1) + Self.text(2, name) + Self.text(3, "saml")
        out += Self.text(4, url) + Self.text(6, "form")
        if let user { out += Self.text(5, user) }
        out += Self.number(7, obtained) + Self.number(8, expires) + Self.text(9, "assertion")
        for cookie in cookies { out += Self.field(10, Self.bytes(of: cookie, by: origin)) }
        if let bearer { out += Self.field(13, Self.text(1, "bearer") + Self.text(2, bearer)) }
        if isToken { out += Self.text(15, "token") }
        return out
    }

    private static func bytes(of cookie: Cookie, by origin: String) -> [UInt8] {
        let flags: [UInt8] = [4, 6, 7]
        return text(1, cookie.name) + text(2, cookie.value) + text(3, cookie.domain) + text(5, "/")
            + flags.flatMap { field($0, []) } + number(10, 1)
            + text(12, origin == "https://service.example.org" ? "https://\(cookie.domain)" : origin)
    }

    private static func field(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [tag] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
    }

    private static func text(_ tag: UInt8, _ text: String) -> [UInt8] { field(tag, Array(text.utf8)) }

    private static func number(_ tag: UInt8, _ number: Int64) -> [UInt8] {
        field(tag, (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
    }
}

extension Home {
    /// Puts the session into the store.
    func keep(_ session: CraftedSession) throws {
        let outcome = try Run.program(
            Self.binary, ["store", "put", "session/" + session.name, "--kind", "session"],
            input: session.bytes, environment: environment)
        guard outcome.status == 0 else { throw TestFailure("no session: \(outcome)") }
    }
}
