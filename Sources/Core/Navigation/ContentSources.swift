/// The sources that the policies of a document name for one purpose (Content Security Policy level 3 section 6.7.2).
struct ContentSources {
    /// Of each policy that has the directive, in lower case; the first directive of a name counts.
    let lists: [[Substring]]
    /// Servers have one policy or two, with some sources; each form is compared with all.
    private static let mostPolicies = 20
    private static let mostSources = 100

    /// Reads policies as fields or elements have them; one may be a list.
    init(_ policies: [String], of directive: String) {
        let policies = policies.flatMap { $0.lowercased().split(separator: Character(",")) }.prefix(Self.mostPolicies)
        lists = policies.compactMap { (policy: Substring) -> [Substring]? in
            for part in policy.split(separator: Character(";")) {
                let words = part.split(whereSeparator: \.isWhitespace)
                guard let name = words.first, name == directive else { continue }
                return Array(words.dropFirst().prefix(Self.mostSources))
            }
            return nil
        }
    }

    /// Returns whether all policies of a document of `own` allow the address.
    func allow(_ url: WebURL, at own: Origin) -> Bool {
        lists.allSatisfy { $0.contains { Self.matches($0, url, own) } }
    }

    private static func matches(_ source: Substring, _ url: WebURL, _ own: Origin) -> Bool {
        let to = url.origin
        if source == "*" { return true }
        if source == "'self'" {
            let isSamePort = to.port == own.port || [to, own].allSatisfy { $0.port == $0.scheme.defaultPort }
            return to.host == own.host && isSamePort && (to.scheme == .https || own.scheme == .http)
        }
        var (scheme, rest) = (own.scheme.rawValue[...], source)
        if let mark = source.firstRange(of: "://") {
            (scheme, rest) = (source[..<mark.lowerBound], source[mark.upperBound...])
        } else if source.last == ":" {
            (scheme, rest) = (source.dropLast(), "*:*")
        }
        let place = rest.prefix { $0 != "/" }.split(separator: ":", maxSplits: 1)
        guard let host = place.first, scheme == to.scheme.rawValue || scheme == "http" && to.scheme == .https else {
            return false
        }
        let isHost = host == "*" || (host.hasPrefix("*.") ? to.host.hasSuffix(host.dropFirst()) : to.host == host)
        let isPort =
            place.count > 1 ? place[1] == "*" || place[1] == "\(to.port)" : to.port == to.scheme.defaultPort
        let (path, wanted) = (url.path.lowercased(), rest.drop { $0 != "/" })
        return isHost && isPort && (wanted.last == "/" ? path.hasPrefix(wanted) : wanted.isEmpty || path == wanted)
    }
}

extension Response {
    /// The policies of its fields.
    var policies: [String] { headers.filter { $0.name == "content-security-policy" }.map(\.value) }

    /// Returns whether a browser shows it in a frame of the page at `page` (RFC 7034; Content Security Policy level 3 section 6.4.2).
    func mayBeFramed(by page: WebURL) -> Bool {
        let ancestors = ContentSources(policies, of: "frame-ancestors")
        guard ancestors.lists.isEmpty else { return ancestors.allow(page, at: url.origin) }
        let option = header("x-frame-options")?.lowercased()
        return option != "deny" && (option != "sameorigin" || url.origin == page.origin)
    }

    /// Whether a browser saves it as a file (RFC 6266 section 4.2).
    var isAttachment: Bool {
        let type = header("content-disposition")?.prefix { $0 != ";" }.trimmed.asciiLowercased ?? ""
        return !["", "inline"].contains(type) && !type.contains("=")
    }
}
