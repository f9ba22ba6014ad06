@testable import Core

/// A redirect target and the kind of its address.
struct RedirectTarget: Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// Another origin.
        case foreign
        /// The origin that redirects, in another spelling.
        case same
        /// An address that is not followed.
        case refused
    }

    let location: String
    let kind: Kind

    var description: String { location.debugDescription }

    /// The redirecting host is `sp.example.org`, with https at the default port.
    private static let locations: [(String, Kind)] = [
        // Other hosts.
        ("https://other.example.net/x", .foreign), ("https://example.org/x", .foreign),
        ("https://x.sp.example.org/x", .foreign), ("https://sp.example.org.example.net/x", .foreign),
        ("https://sp-example.org/x", .foreign), ("https://sp.example.orgx/x", .foreign),
        ("https://xn--sp-eka.example.org/x", .foreign), ("https://OTHER.example.net/x", .foreign),
        ("https://s\u{440}.example.org/x", .refused), ("https://sp\u{3002}example.org/x", .refused),
        ("https://sp.example.org./x", .refused), ("https://.sp.example.org/x", .refused),
        // Other ports and schemes.
        ("https://sp.example.org:8443/x", .foreign), ("https://sp.example.org:80/x", .foreign),
        ("http://sp.example.org/x", .foreign), ("http://sp.example.org:443/x", .foreign),
        ("https://sp.example.org:0/x", .refused), ("https://sp.example.org:65979/x", .refused),
        ("https://sp.example.org:443x/x", .refused), ("https://sp.example.org:443/x", .same),
        ("https://sp.example.org:/x", .same), ("https://sp.example.org:0443/x", .same),
        ("ftp://sp.example.org/x", .refused), ("javascript:alert(1)", .refused), ("data:text/html,x", .refused),
        ("file:///etc/passwd", .refused), ("blob:https://sp.example.org/x", .refused),
        // This machine, and spellings of addresses.
        ("http://localhost:8080/x", .foreign), ("http://127.0.0.1:8080/x", .foreign),
        ("http://[::1]:8080/x", .foreign), ("https://localhost/x", .foreign), ("https://[::1]/x", .foreign),
        ("https://[::ffff:127.0.0.1]/x", .foreign), ("http://x.localhost/x", .foreign),
        ("https://2130706433/x", .refused), ("https://127.1/x", .refused), ("https://0x7f.1/x", .refused),
        ("https://0177.0.0.1/x", .refused), ("https://[::1%25lo]/x", .refused),
        // User information, and similar text.
        ("https://ada@sp.example.org/x", .refused), ("https://sp.example.org@other.example.net/x", .refused),
        ("https://sp.example.org:443@other.example.net/x", .refused),
        ("https://sp.example.org%40other.example.net/x", .refused),
        ("https://other.example.net\\@sp.example.org/x", .foreign),
        ("https://other.example.net#@sp.example.org/x", .foreign),
        ("https://other.example.net?@sp.example.org/x", .foreign),
        ("https://other.example.net/@sp.example.org/x", .foreign),
        // References.
        ("//other.example.net/x", .foreign), ("\\\\other.example.net\\x", .foreign),
        ("/\\other.example.net/x", .foreign),
        ("\t//other.example.net/x", .foreign), ("/\t/other.example.net/x", .foreign),
        ("ht\ntps://other.example.net/x", .foreign), ("https:other.example.net/x", .refused),
        ("https:/other.example.net/x", .refused), ("HTTPS://SP.EXAMPLE.ORG/x", .same), ("x", .same), ("/x?a=b", .same),
        ("..//other.example.net/x", .same), ("//sp.example.org/x", .same),
        // To another host and back.
        ("https://other.example.net/back", .foreign), ("https://other.example.net/further", .foreign),
    ]

    /// All targets.
    static let all = locations.map { RedirectTarget(location: $0.0, kind: $0.1) }
}
