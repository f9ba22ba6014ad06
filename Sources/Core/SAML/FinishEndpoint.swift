public import Secrets

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
    /// Whether whoever listens there chooses the port, and that of `url` is of no account.
    public let isPortFree: Bool
    /// The name of a cookie that must be there besides: an application of scripts sets it later than it shows the address.
    public let cookie: String?
    /// Whether the status of what is shown there tells how the sign-in went. It does not where the address is that of some
    /// data: what may be asked of it is not known.
    private var judgesStatus = true
    /// The answer of WS-Federation that ends the sign-in, to whatever address a form posts it; nil: the address does.
    public private(set) var message: FederationMessage?
    private let parameterNames: Set<String>

    /// The endpoint at this address.
    public init(_ url: WebURL, moment: Moment = .shown, isPortFree: Bool = false, cookie: String? = nil) {
        self.url = url
        self.moment = moment
        self.isPortFree = isPortFree
        self.cookie = cookie
        parameterNames = Self.names(url.query)
    }

    /// The same endpoint, where an answer is one of the service whatever its status says of the address: that it is not
    /// there for a GET, or wants something else. A refusal stays one.
    public var ofAnyStatus: FinishEndpoint {
        var other = self
        other.judgesStatus = false
        return other
    }

    /// An end that is an answer of WS-Federation, which is taken where it would be posted and not sent.
    ///
    /// - Parameter url: where it is expected to go.
    public init(_ url: WebURL, taking message: FederationMessage, isPortFree: Bool = false) {
        self.init(url, moment: .asked, isPortFree: isPortFree)
        self.message = message
    }

    /// Whether a request that is about to be sent ends the sign-in, where the end is asked and not shown.
    ///
    /// - Parameter form: what it posts; nil: nothing.
    public func isEnded(by url: WebURL, form: SharedSecret?) -> Bool {
        guard moment == .asked else { return false }
        guard let message else { return matches(url) }
        return form.map { message.isAnswer(url, $0) } ?? false
    }

    /// Whether an answer of that status is one to fail for, if it is a failure.
    func isJudged(by status: Int) -> Bool { judgesStatus || status == 401 || status == 403 || status >= 500 }

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

    /// Whether a request there brings anything that the address itself does not have: a parameter, a form, a fragment.
    public func isAnswered(by answer: FinishAnswer) -> Bool {
        if let form = answer.form, !form.isEmpty { return true }
        return !Self.names(answer.url.query).union(Self.names(answer.url.fragment)).isSubset(of: parameterNames)
    }

    /// The same address, which ends a sign-in only together with this cookie.
    public func waiting(for cookie: String?) -> FinishEndpoint {
        FinishEndpoint(url, moment: moment, isPortFree: isPortFree, cookie: cookie)
    }

    /// True when `jar` has the cookie that must be there, for this address; also when none must.
    public func isKept(in jar: CookieJar) -> Bool {
        guard let cookie else { return true }
        return jar.cookies.contains { $0.name == cookie && !$0.value.isEmpty && $0.isFor(host: url.host) }
    }

    private static func names(_ query: String?) -> Set<String> {
        guard let query else { return [] }
        return Set(
            query.split(separator: "&").compactMap {
                $0.split(separator: "=", omittingEmptySubsequences: false).first.map(String.init)
            })
    }

    /// The names of the parameters that must be there, for those who compare by themselves.
    public var parameters: [String] { parameterNames.sorted() }
}
