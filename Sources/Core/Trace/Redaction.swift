import Secrets

/// Decides which parts of a conversation a trace shows: all names, values only where they are certainly not secret.
struct Redaction {
    /// Whether to show everything: `--trace-secrets`.
    let showsSecrets: Bool
    static let mark = "…"

    /// Fields whose values describe the message and not a session.
    static let harmless: Set<String> = [
        "accept", "allow", "cache-control", "connection", "content-encoding", "content-language", "content-length",
        "content-type", "date", "paos", "retry-after", "sec-fetch-dest", "server", "soapaction",
        "strict-transport-security", "transfer-encoding", "user-agent", "vary", "via", "x-frame-options",
        SAPBackend.challengeField,
    ]

    /// Returns the address with only the names of its parameters.
    func url(_ url: WebURL) -> String {
        guard !showsSecrets else { return url.description }
        let path = Self.withoutParameters(url.path).folded(to: 120)
        return url.origin.description + path + (url.query.map { "?" + parameters($0) } ?? "")
    }

    /// Returns a text in which each address is shown as that of a request. One of this machine has no path: fedauth's own pages are
    /// there, and who knows their paths controls them.
    func addresses(in text: String) -> String {
        guard !showsSecrets else { return text }
        return text.split(whereSeparator: \.isWhitespace).map { address(in: $0) }.joined(separator: " ")
    }

    /// Returns a word without what is secret in its address; quotation marks and the like around it stay.
    private func address(in word: Substring) -> String {
        guard let colon = word.ranges(of: "://").first?.lowerBound else { return String(word) }
        let start = word[..<colon].lastIndex { !$0.isLetter }.map { word.index(after: $0) } ?? word.startIndex
        var address = word[start...]
        while let last = address.last, "'\"<>).,;:".contains(last) { address.removeLast() }
        return "\(word[..<start])\(shown(address))\(word[address.endIndex...])"
    }

    private func shown(_ address: Substring) -> String {
        guard let url = try? WebURL(String(address)) else {
            let scheme = address.prefix { $0 != ":" }
            return "\(scheme)://\(Self.mark)"
        }
        return url.origin.isLoopback ? "\(url.origin)/\(Self.mark)" : self.url(url)
    }

    /// Returns an address or a path up to its query, with only the names of path parameters (`;jsessionid=…`).
    static func withoutParameters(_ text: String) -> String {
        var shown = ""
        var isName = false
        var isValue = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "?", "#": return shown
            case ";": (isName, isValue) = (true, false)
            case "/": (isName, isValue) = (false, false)
            case "=" where isName:
                shown += "=" + mark
                (isName, isValue) = (false, true)
                continue
            default: break
            }
            if !isValue { shown.unicodeScalars.append(scalar) }
        }
        return shown
    }

    /// Returns `name: value`, or `name: …`.
    func field(_ name: String, _ value: String, base: WebURL) -> String {
        if showsSecrets || Self.harmless.contains(name) {
            return "\(name): \(showsSecrets ? value.printable : value.folded())"
        }
        switch name {
        case "location":
            guard let target = try? base.resolving(value) else { return "location: \(Self.mark)" }
            return "location: \(url(target))"
        case "www-authenticate", "proxy-authenticate": return "\(name): \(challenge(value).folded())"
        default: return "\(name): \(Self.mark)"
        }
    }

    /// Returns the name and attributes of a cookie.
    func setCookie(_ field: SharedSecret) -> String {
        guard !showsSecrets else { return "set-cookie: \(text(field))" }
        guard let cookie = SetCookie(field: field) else { return "set-cookie: (unreadable)" }
        let attributes = cookie.attributes.map { $0.value.isEmpty ? "; \($0.name)" : "; \($0.name)=\($0.value)" }
        return "set-cookie: \(cookie.name)=\(Self.mark)\(attributes.joined())".folded()
    }

    /// Returns the names in a Cookie field, a form's content or a query.
    func pairs(_ content: SharedSecret, separator: UInt8) -> String {
        guard !showsSecrets else { return text(content) }
        return content.withBytes { bytes in
            bytes.split(separator: separator).map { pair in
                let name = pair.drop { $0 == 0x20 }.prefix { $0 != 0x3D }
                return String(decoding: name, as: UTF8.self).printable + "=" + Self.mark
            }.joined(separator: separator == 0x26 ? "&" : "; ")
        }
    }

    func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self).printable } }

    private func parameters(_ query: String) -> String { pairs(SharedSecret(text: query), separator: 0x26) }

    /// Returns the scheme and the realm, without a token.
    private func challenge(_ value: String) -> String {
        let scheme = value.prefix { $0 != " " }
        let realm = value.components(separatedBy: "realm=").dropFirst().first.map {
            " realm=" + $0.prefix { $0 != "," }
        }
        return scheme + (realm ?? (scheme.count < value.count ? " " + Self.mark : ""))
    }
}
