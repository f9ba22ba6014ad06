/// The address that ends a sign-in.
public struct FinishEndpoint: Sendable, Equatable {
    /// When it does.
    public enum Moment: Sendable {
        /// Once a document is committed there: the cookies are the result.
        case shown
        /// As soon as somebody is sent there: what the request carries is the result, and the address is not asked.
        case asked
    }

    /// The address itself; its parameters' values are of no account.
    public let url: WebURL
    /// When the sign-in ends.
    public let moment: Moment
    /// The name of a cookie that must be there besides: an application of scripts sets it later than it shows the address.
    public let cookie: String?
    /// Whether whoever listens there chooses the port, and that of `url` is of no account.
    public let isPortFree: Bool
    private let parameterNames: Set<String>

    /// The endpoint at this address.
    public init(_ url: WebURL, moment: Moment = .shown, cookie: String? = nil, isPortFree: Bool = false) {
        self.url = url
        self.moment = moment
        self.cookie = cookie
        self.isPortFree = isPortFree
        parameterNames = Self.names(url.query)
    }

    /// Reads what a person types: as `WebURL(argument:)`, and port 0 of this machine for a free one. Throws `usage`.
    public init(argument text: String, moment: Moment = .shown) throws(FedauthError) {
        let head = text.prefix { !"/?#".contains($0) }
        let hasScheme = head.hasSuffix(":") && text[head.endIndex...].hasPrefix("//")
        let afterScheme = hasScheme ? text.index(head.endIndex, offsetBy: 2) : text.startIndex
        let authority = text[afterScheme...].prefix { !"/?#".contains($0) }
        guard authority.hasSuffix(":0") else {
            self.init(try WebURL(argument: text), moment: moment)
            return
        }
        let url = try WebURL(argument: "\(text[..<afterScheme])\(authority.dropLast(2))\(text[authority.endIndex...])")
        guard url.origin.isLoopback else {
            throw FedauthError(
                .usage, "'\(text.folded(to: 80))' has no valid port",
                hint: "0 stands for a free port of this machine: http://localhost:0/")
        }
        self.init(url, moment: moment, isPortFree: true)
    }

    /// Compares scheme, host, port and path, and that every parameter of the finish address occurs **by name**; the
    /// values never count (SAP's `finishEndpointParam=someUnusedValue`). A longer path, or the finish address within
    /// another one's query, is no match.
    public func matches(_ candidate: WebURL) -> Bool {
        candidate.origin == url.origin && candidate.path == url.path
            && parameterNames.isSubset(of: Self.names(candidate.query))
    }

    /// The same address, which ends a sign-in only together with this cookie.
    public func waiting(for cookie: String?) -> FinishEndpoint {
        FinishEndpoint(url, moment: moment, cookie: cookie, isPortFree: isPortFree)
    }

    /// True when `jar` has the cookie that must be there, for this address; also when none must.
    public func isKept(in jar: CookieJar) -> Bool {
        guard let cookie else { return true }
        return jar.cookies.contains { $0.name == cookie && !$0.value.isEmpty && $0.isFor(host: url.host) }
    }

    /// Whether a request there brings anything that the address itself does not have: a parameter, a form, a fragment.
    public func isAnswered(by answer: FinishAnswer) -> Bool {
        if let form = answer.form, !form.isEmpty { return true }
        return !Self.names(answer.url.query).union(Self.names(answer.url.fragment)).isSubset(of: parameterNames)
    }

    private static func names(_ query: String?) -> Set<String> {
        guard let query else { return [] }
        return Set(
            query.split(separator: "&").compactMap {
                $0.split(separator: "=", omittingEmptySubsequences: false).first.map(String.init)
            })
    }
}
