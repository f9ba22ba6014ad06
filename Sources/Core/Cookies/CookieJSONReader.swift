import Secrets

/// A cookie from an external program, in the form of `Cookie.json`. fedauth did not see the answer that set it, so all
/// checks of RFC 6265 are applied again.
struct CookieJSONReader {
    /// The error, as the end of a sentence that begins with the cookie.
    struct Mistake: Error, Equatable {
        let name: String
        let what: String
    }

    private let name: String
    private let object: JSONValue

    /// RFC 6265bis section 5.5 allows a limit on lifetimes; this is the end of 9999, which every date format has.
    private static let latest: Int64 = 253_402_300_799
    /// The largest name and value together, and the largest attribute value, in bytes (RFC 6265bis section 5.6).
    private static let maximumPairBytes = 4096
    private static let maximumAttributeBytes = 1024

    init(_ object: JSONValue) throws(Mistake) {
        guard object.members != nil else { throw Mistake(name: "?", what: "is not an object") }
        guard let name = object["name"]?.text else { throw Mistake(name: "?", what: "has no name") }
        self.name = name
        self.object = object
    }

    /// Returns the cookie. The defaults of `domain` and `path` are those of a host-only cookie; the origin of the
    /// finish sets a cookie of exactly its host unless `setBy` names another one.
    func cookie(suffixes: any PublicSuffixes, finish: Origin? = nil, now: Timestamp) throws(Mistake) -> Cookie {
        let value = try value()
        guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x3B || $0 == 0x3D }),
            name.first != " ", name.last != " ", !name.isEmpty || !value.isEmpty, !Cookie.feignsPrefix(name, value)
        else { throw mistake("has a name that no server can set") }
        guard value.withBytes({ $0.allSatisfy { Cookie.takes($0) && $0 != 0x3B } }) else {
            throw mistake("has a value with a control character or a semicolon")
        }
        guard name.utf8.count + value.count <= Self.maximumPairBytes else {
            throw mistake("is longer than \(Self.maximumPairBytes) bytes")
        }
        let (domain, isHostOnly) = try domain(suffixes)
        let path = try text("path") ?? "/"
        guard path.hasPrefix("/"), !path.hasControls, path.utf8.count <= Self.maximumAttributeBytes else {
            throw mistake("has a 'path' that is none")
        }
        let isSecure = try flag("secure") ?? false
        let lowered = name.asciiLowercased
        guard !lowered.hasPrefix("__host-") || isSecure && isHostOnly && path == "/",
            !lowered.hasPrefix("__secure-") || isSecure
        else { throw mistake("does not keep what the prefix of its name promises") }
        let partition = try text("partitionKey")
        guard partition.map({ !$0.hasControls && $0.utf8.count <= Self.maximumAttributeBytes }) ?? true else {
            throw mistake("has a 'partitionKey' that is none")
        }
        return Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: try flag("httpOnly") ?? false, sameSite: try sameSite(), expires: try expires(), created: now,
            partitionKey: partition, setBy: try origin(domain, isHostOnly, isSecure, finish))
    }

    private func value() throws(Mistake) -> SharedSecret {
        if let value = object["value"], !value.isNull {
            guard let secret = value.secret else { throw mistake("has a 'value' that is not text") }
            return secret
        }
        guard let encoded = object["valueBase64"]?.secret, let value = Base64.decode(encoded) else {
            throw mistake("has no 'value'")
        }
        return value
    }

    private func domain(_ suffixes: any PublicSuffixes) throws(Mistake) -> (String, isHostOnly: Bool) {
        guard var written = try text("domain"), !written.isEmpty else { throw mistake("has no 'domain'") }
        let hasDot = written.hasPrefix(".")
        if hasDot { written.removeFirst() }
        // The address parser checks and normalises the host.
        guard let url = try? WebURL("https://\(written)/"), url.path == "/", url.query == nil, url.fragment == nil,
            url.origin.hostAndPort == url.host
        else { throw mistake("has the 'domain' '\(written.folded(to: 60))', which is not a host") }
        let domain = url.host
        let isAddress = IPAddress.isIPv4(domain) || domain.hasPrefix("[")
        let isHostOnly = try flag("hostOnly") ?? !hasDot
        if isHostOnly || isAddress { return (domain, true) }
        guard !suffixes.isPublicSuffix(domain) else {
            throw mistake("is for everything below '\(domain)', which is a public suffix")
        }
        return (domain, false)
    }

    private func sameSite() throws(Mistake) -> Cookie.SameSite? {
        switch try text("sameSite")?.asciiLowercased {
        case nil, "", "unspecified": return nil
        case "strict": return .strict
        case "lax": return .lax
        // The second one is the word of browsers' extensions.
        case "none", "no_restriction": return Cookie.SameSite.none
        default: throw mistake("has a 'sameSite' that is none")
        }
    }

    /// Returns the expiry time without its fraction, so that the cookie does not live longer here than in the program.
    /// A negative time means a session cookie, as in browsers. Browsers' extensions and Selenium have their own words for it.
    private func expires() throws(Mistake) -> Timestamp? {
        let words = ["expires", "expirationDate", "expiry"]
        guard let word = words.first(where: { object[$0].map { !$0.isNull } ?? false }), let value = object[word] else {
            return nil
        }
        guard case .number(let digits) = value, let seconds = Double(digits) else {
            throw mistake("has an '\(word)' that is not a number")
        }
        guard seconds >= 0 else { return nil }
        return Timestamp(seconds: Int64(min(seconds, Double(Self.latest))))
    }

    private func origin(
        _ domain: String, _ isHostOnly: Bool, _ isSecure: Bool, _ finish: Origin?
    ) throws(Mistake) -> Origin {
        let stated = try text("setBy")
        if stated == nil, let finish, finish.host == domain, !isSecure || finish.scheme == .https { return finish }
        let written = stated ?? "https://\(domain)"
        guard let origin = try? WebURL(written).origin else { throw mistake("has a 'setBy' that is not an origin") }
        guard isHostOnly ? origin.host == domain : Cookie.domain(origin.host, matches: domain) else {
            throw mistake("has a 'setBy' that its 'domain' does not belong to")
        }
        guard !isSecure || origin.scheme == .https else { throw mistake("is secure, and its 'setBy' is not https") }
        return origin
    }

    private func text(_ member: String) throws(Mistake) -> String? {
        guard let value = object[member], !value.isNull else { return nil }
        guard let text = value.text else { throw mistake("has a '\(member)' that is not text") }
        return text
    }

    private func flag(_ member: String) throws(Mistake) -> Bool? {
        guard let value = object[member], !value.isNull else { return nil }
        guard let flag = value.bool else { throw mistake("has a '\(member)' that is neither true nor false") }
        return flag
    }

    private func mistake(_ what: String) -> Mistake { Mistake(name: name, what: what) }
}
