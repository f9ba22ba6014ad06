/// An http or https address in one canonical form (RFC 3986, and two additions of the WHATWG URL standard: white space
/// around it, and backslashes). The checked origin is the requested origin: libcurl gets `description`, which is
/// composed of the checked parts. What parsers read differently (user information, unusual host names) is refused.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The supported schemes; all others are refused.
    public enum Scheme: String, Sendable {
        case https, http
        /// The default port: 443 or 80 (RFC 9110 sections 4.2.1 and 4.2.2).
        public var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    /// Scheme, host and port.
    public let origin: Origin
    /// Begins with `/`, has no dot segments, is percent-encoded.
    public let path: String
    /// The part after `?`, percent-encoded; nil when there is no `?`.
    public let query: String?
    /// The part after `#`; never sent.
    public let fragment: String?

    /// The scheme of the origin.
    public var scheme: Scheme { origin.scheme }
    /// The host of the origin: in lower case; an IPv6 address in brackets.
    public var host: String { origin.host }
    /// The port of the origin; the default port of the scheme when the address has none.
    public var port: UInt16 { origin.port }
    /// The address without its fragment, as requested.
    public var description: String { origin.description + path + (query.map { "?" + $0 } ?? "") }
    /// The complete address for a browser: script-based pages depend on the fragment.
    public var withFragment: String { description + (fragment.map { "#" + $0 } ?? "") }
    /// Only origin and path, with a long path shortened; for messages and traces.
    public var withoutQuery: String { origin.description + path.folded(to: 120) }

    /// Parses an absolute address. Throws `bad-answer`; use `init(argument:)` for the user's input.
    public init(_ text: String) throws(FedauthError) { try self.init(reference: text, base: nil) }

    /// Parses the user's input if there is any, as `init(argument:)` does; nil for nil.
    public static func argument(ifAny text: String?) throws(FedauthError) -> WebURL? {
        guard let text else { return nil }
        return try WebURL(argument: text)
    }

    /// Parses the user's input: an address without a scheme means https. Throws `usage`.
    public init(argument text: String) throws(FedauthError) {
        let head = text.prefix { !"/?#".contains($0) }
        let hasScheme = head.hasSuffix(":") && text.dropFirst(head.count).hasPrefix("//")
        // 'https:/host' names no host 'https', to which the rest, perhaps a password, would be sent.
        let parts = head.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isHalf = parts.count > 1 && ["http", "https"].contains(parts[0].asciiLowercased)
        guard hasScheme || !isHalf || parts[1].utf8.first?.isDigit == true else {
            throw FedauthError(
                .usage, "the address has no host behind 'http:' or 'https:'",
                hint: "write it like https://service.example.org/path")
        }
        let text = hasScheme ? text : "https://" + text
        do {
            try self.init(reference: text, base: nil)
        } catch {
            let hasUser = text.utf8.count <= Self.maximumBytes && URLReference(text).authority?.contains("@") == true
            throw FedauthError(
                .usage, error.message,
                hint: hasUser
                    ? "leave it out: '--user NAME' names the user, and fedauth asks for the password"
                    : "write it like https://service.example.org/path")
        }
    }

    /// Resolves a reference of a page or a Location header against this address (RFC 3986 section 5.2).
    public func resolving(_ reference: String) throws(FedauthError) -> WebURL {
        try WebURL(reference: reference, base: self)
    }

    /// Returns the address with another path and query, which must already be encoded.
    public func with(path: String, query: String? = nil) -> WebURL {
        WebURL(origin: origin, path: path.hasPrefix("/") ? path : "/" + path, query: query, fragment: nil)
    }

    /// Returns a refused address for messages: without query and fragment, which contain codes and assertions, and
    /// without the password of its user information.
    fileprivate static func shown(_ text: String) -> String {
        let head = text.prefix { $0 != "?" && $0 != "#" }
        guard let at = head.lastIndex(of: "@") else { return String(head).folded(to: 80) }
        return (head[..<at].prefix { $0 != ":" } + ":…" + head[at...]).folded(to: 80)
    }

    /// Returns whether its path is that of `other`, which has the same origin, or below it: '/mcp/x' is below '/mcp', '/mcpx' is not.
    public func isBelow(_ other: WebURL) -> Bool {
        guard origin == other.origin, path != other.path else { return origin == other.origin }
        return path.hasPrefix(other.path.hasSuffix("/") ? other.path : other.path + "/") && !hidesSteps
    }

    /// Whether a server could read steps upwards in the path: one that decodes it, perhaps twice, goes by backslashes, or cuts
    /// parameters off (RFC 3986 section 3.3).
    private var hidesSteps: Bool {
        var text: [UInt8] = []
        for byte in path.utf8 {
            text.append(byte)
            while text.count >= 3, text[text.count - 3] == UInt8(ascii: "%"),
                let decoded = Hexadecimal.bytes(text.suffix(2))?.first
            { text.replaceSubrange((text.count - 3)..., with: [decoded]) }
        }
        return text.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.contains { segment in
            let name = segment.prefix { $0 != UInt8(ascii: ";") }
            return name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
        }
    }

    /// Returns the address with another port.
    public func with(port: UInt16) -> WebURL {
        WebURL(
            origin: Origin(scheme: origin.scheme, host: origin.host, port: port), path: path, query: query,
            fragment: fragment)
    }

    private init(origin: Origin, path: String, query: String?, fragment: String?) {
        (self.origin, self.path, self.query, self.fragment) = (origin, path, query, fragment)
    }

    /// Longer than any address in use; header fields are not longer, either.
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
            // "https:path" without slashes: browsers read it as relative or absolute, so it is refused.
            guard let authority = parts.authority else {
                throw FedauthError(.badAnswer, "'\(Self.shown(text))' names no host")
            }
            self.init(
                origin: try Origin(authority: authority, scheme: known, in: text),
                path: URLReference.removingDotSegments(parts.path), query: parts.query, fragment: parts.fragment)
            return
        }
        guard let base else { throw FedauthError(.badAnswer, "'\(Self.shown(text))' is not an absolute address") }
        if let authority = parts.authority {
            self.init(
                origin: try Origin(authority: authority, scheme: base.scheme, in: text),
                path: URLReference.removingDotSegments(parts.path), query: parts.query, fragment: parts.fragment)
        } else if parts.path.isEmpty {
            self.init(origin: base.origin, path: base.path, query: parts.query ?? base.query, fragment: parts.fragment)
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
    /// Parses `host[:port]`. Refuses user information, which can mislead users about the host.
    fileprivate init(authority: String, scheme: WebURL.Scheme, in text: String) throws(FedauthError) {
        func refuse(_ why: String) -> FedauthError { FedauthError(.badAnswer, "'\(WebURL.shown(text))' \(why)") }
        guard !authority.contains("@") else { throw refuse("holds a user name in front of the host") }
        var host = authority[...]
        var port = scheme.defaultPort
        let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
        guard !authority.hasPrefix("[") || authority.contains("]") else { throw refuse("has no valid IPv6 address") }
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
        // Checked before conversion to lower case, which turns KELVIN SIGN (U+212A) into an ASCII letter.
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
            // Some parsers read a numeric last label as an IP address (0x7f.1, 127.1), so only the plain form counts.
            if let last = labels.last, last.utf8.allSatisfy(\.isDigit) || last.hasPrefix("0x") {
                guard IPAddress.isIPv4(lowered) else { throw refuse("has no valid IPv4 address") }
            }
        }
        self.init(scheme: scheme, host: lowered, port: port)
    }
}
