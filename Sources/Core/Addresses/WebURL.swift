/// An http or https address in one canonical spelling (RFC 3986, with what the WHATWG URL standard adds for the
/// addresses that pages hold: white space around it and backslashes).
///
/// It is our own so that the origin that was judged is the origin that is asked: libcurl gets `description`, which
/// is put together from the checked parts, never the text that came from outside. Anything whose meaning readers
/// disagree on (user information, a host that is no plain name) is refused.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// What is understood; every other scheme is refused.
    public enum Scheme: String, Sendable {
        case https, http
        /// The port that an address without one means: 443 or 80 (RFC 9110 sections 4.2.1 and 4.2.2).
        public var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    /// Scheme, host and port: what the address belongs to.
    public let origin: Origin
    /// Begins with `/`; without dot segments; percent-encoded.
    public let path: String
    /// What follows `?`, percent-encoded; nil when there is no `?`.
    public let query: String?
    /// What follows `#`; never sent.
    public let fragment: String?

    /// The origin's scheme.
    public var scheme: Scheme { origin.scheme }
    /// The origin's host: lower case; an IPv6 address in brackets.
    public var host: String { origin.host }
    /// The origin's port, the scheme's own when the address named none.
    public var port: UInt16 { origin.port }

    /// The address without its fragment, as it is requested.
    public var description: String {
        origin.description + path + (query.map { "?" + $0 } ?? "")
    }

    /// The whole address, as a browser is given it: pages that are made by scripts find their way by the fragment.
    public var withFragment: String { description + (fragment.map { "#" + $0 } ?? "") }

    /// Origin and path only, a long path cut: what may stand in messages and traces.
    public var withoutQuery: String { origin.description + path.folded(to: 120) }

    /// Reads an absolute address. Throws `bad-answer`; see `init(argument:)` for what a person types.
    public init(_ text: String) throws(FedauthError) {
        try self.init(reference: text, base: nil)
    }

    /// Reads what a person types: an address without a scheme means https. Throws `usage`.
    public init(argument text: String) throws(FedauthError) {
        do {
            let head = text.prefix { !"/?#".contains($0) }
            let hasScheme = head.hasSuffix(":") && text.dropFirst(head.count).hasPrefix("//")
            try self.init(reference: hasScheme ? text : "https://" + text, base: nil)
        } catch {
            throw FedauthError(.usage, error.message, hint: "write it like https://service.example.org/path")
        }
    }

    /// Resolves what a page or a Location header holds against this address (RFC 3986 section 5.2).
    public func resolving(_ reference: String) throws(FedauthError) -> WebURL {
        try WebURL(reference: reference, base: self)
    }

    /// The same address with another path and query, which must be encoded already.
    public func with(path: String, query: String? = nil) -> WebURL {
        WebURL(origin: origin, path: path.hasPrefix("/") ? path : "/" + path, query: query, fragment: nil)
    }

    /// An address that was refused, as messages show it: without query and fragment, which carry codes and
    /// assertions, and without the password of its user information.
    fileprivate static func shown(_ text: String) -> String {
        let head = text.prefix { $0 != "?" && $0 != "#" }
        guard let at = head.lastIndex(of: "@") else { return String(head).folded(to: 80) }
        return (head[..<at].prefix { $0 != ":" } + ":…" + head[at...]).folded(to: 80)
    }

    /// The same address at another port.
    public func with(port: UInt16) -> WebURL {
        WebURL(
            origin: Origin(scheme: origin.scheme, host: origin.host, port: port), path: path, query: query,
            fragment: fragment)
    }

    private init(origin: Origin, path: String, query: String?, fragment: String?) {
        self.origin = origin
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// More than any address that a service uses; header fields hold no more either.
    static let maximumBytes = 64 << 10

    private init(reference text: String, base: WebURL?) throws(FedauthError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw FedauthError(.badAnswer, "an address has more than \(Self.maximumBytes) bytes")
        }
        let parts = URLReference(text)
        if let scheme = parts.scheme {
            guard let known = Scheme(rawValue: scheme) else {
                throw FedauthError(
                    .badAnswer, "'\(Self.shown(text))' has the scheme '\(scheme.folded(to: 20))', not https")
            }
            // "https:path" without slashes: browsers read it as relative or absolute by context; refuse it.
            guard let authority = parts.authority else {
                throw FedauthError(.badAnswer, "'\(Self.shown(text))' names no host")
            }
            self.init(
                origin: try Origin(authority: authority, scheme: known, in: text),
                path: URLReference.removingDotSegments(parts.path), query: parts.query, fragment: parts.fragment)
            return
        }
        guard let base else {
            throw FedauthError(.badAnswer, "'\(Self.shown(text))' is no absolute address")
        }
        if let authority = parts.authority {
            self.init(
                origin: try Origin(authority: authority, scheme: base.scheme, in: text),
                path: URLReference.removingDotSegments(parts.path), query: parts.query, fragment: parts.fragment)
        } else if parts.path.isEmpty {
            self.init(
                origin: base.origin, path: base.path, query: parts.query ?? base.query, fragment: parts.fragment)
        } else if parts.path.hasPrefix("/") {
            self.init(
                origin: base.origin, path: URLReference.removingDotSegments(parts.path), query: parts.query,
                fragment: parts.fragment)
        } else {
            let folder = base.path[...(base.path.lastIndex(of: "/") ?? base.path.startIndex)]
            self.init(
                origin: base.origin, path: URLReference.removingDotSegments(folder + parts.path),
                query: parts.query, fragment: parts.fragment)
        }
    }
}

extension Origin {
    /// Reads `host[:port]`. User information is refused: it misleads readers about the host.
    fileprivate init(authority: String, scheme: WebURL.Scheme, in text: String) throws(FedauthError) {
        func refuse(_ why: String) -> FedauthError {
            FedauthError(.badAnswer, "'\(WebURL.shown(text))' \(why)")
        }
        guard !authority.contains("@") else { throw refuse("holds a user name in front of the host") }
        var host = authority[...]
        var port = scheme.defaultPort
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        guard !authority.hasPrefix("[") || authority.contains("]") else {
            throw refuse("has no valid IPv6 address")
        }
        if let colon = authority[afterBracket...].lastIndex(of: ":") {
            let digits = authority[authority.index(after: colon)...]
            host = authority[..<colon]
            if !digits.isEmpty {
                guard digits.utf8.allSatisfy(\.isDigit), let number = UInt16(digits), number > 0 else {
                    throw refuse("has no valid port")
                }
                port = number
            }
        }
        // Judged as it is written: KELVIN SIGN (U+212A) is a letter of ASCII once it is lower case.
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw refuse("has a host with letters beyond ASCII: write it as xn--… (punycode)")
        }
        let lowered = host.lowercased()
        guard !lowered.isEmpty else { throw refuse("names no host") }
        if lowered.hasPrefix("[") {
            guard IPAddress.isBracketedIPv6(lowered) else { throw refuse("has no valid IPv6 address") }
        } else {
            let labels = lowered.split(separator: ".", omittingEmptySubsequences: false)
            let isName =
                lowered.utf8.count <= 253
                && labels.allSatisfy { label in
                    (1...63).contains(label.utf8.count)
                        && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
                }
            guard isName else { throw refuse("has no valid host name") }
            // A last label of digits makes it an address to some readers (0x7f.1, 127.1): only the plain form.
            if let last = labels.last, last.utf8.allSatisfy(\.isDigit) || last.hasPrefix("0x") {
                guard IPAddress.isIPv4(lowered) else { throw refuse("has no valid IPv4 address") }
            }
        }
        self.init(scheme: scheme, host: lowered, port: port)
    }
}
