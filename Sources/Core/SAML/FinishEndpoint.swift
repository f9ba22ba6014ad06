public import Secrets

/// The address that ends a sign-in.
public struct FinishEndpoint: Sendable, Equatable {
    /// The moment at which the address ends the sign-in.
    public enum Moment: Sendable {
        /// When a document is committed there. The cookies are the result.
        case shown
        /// When a request is about to go there. Its parameters are the result, and the request is not sent.
        case asked
    }

    /// The address; the values of its parameters are ignored.
    public let url: WebURL
    /// When the sign-in ends.
    public let moment: Moment
    /// Whether the listener chooses the port, and that of `url` is ignored.
    public let isPortFree: Bool
    /// The name of a cookie that must also exist: a script application sets it after it shows the address.
    public let cookie: String?
    /// Whether the response status at the address decides on the success of the sign-in. It does not for an address of
    /// data, which may not support this request.
    private(set) var checksStatus = true
    /// The WS-Federation message that ends the sign-in, wherever a form posts it; nil when the address does.
    public private(set) var message: FederationMessage?
    private let parameterNames: Set<String>

    /// Creates an endpoint at this address.
    public init(_ url: WebURL, moment: Moment = .shown, isPortFree: Bool = false, cookie: String? = nil) {
        (self.url, self.moment, self.isPortFree, self.cookie) = (url, moment, isPortFree, cookie)
        parameterNames = Self.names(url.query)
    }

    /// The same endpoint, which accepts any status but a refusal: it may not exist for GET, or need other parameters.
    public var ofAnyStatus: FinishEndpoint {
        var other = self
        other.checksStatus = false
        return other
    }

    /// Ends with a WS-Federation message, expected to go to `url`, and taken before it is posted.
    public init(_ url: WebURL, taking message: FederationMessage, isPortFree: Bool = false) {
        self.init(url, moment: .asked, isPortFree: isPortFree)
        self.message = message
    }

    /// Returns whether a request to `url`, with a posted form, ends the sign-in, for an endpoint of moment `asked`.
    public func isEnded(by url: WebURL, form: SharedSecret?) -> Bool {
        guard moment == .asked else { return false }
        guard let message else { return matches(url) }
        return form.map { message.isAnswer(url, $0) } ?? false
    }

    /// Returns whether a failure status counts as a failure of the sign-in.
    public func requiresSuccess(at status: Int) -> Bool {
        checksStatus || status == 401 || status == 403 || status >= 500
    }

    /// Reads the user's text as `WebURL(argument:)` does; on this machine, port 0 means a free one. Throws `usage`.
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

    /// Compares scheme, host, port and path, and checks that every parameter of the finish address occurs **by name**;
    /// values are ignored (SAP's `finishEndpointParam=someUnusedValue`). A longer path, or the finish address inside
    /// another query, does not match.
    public func matches(_ candidate: WebURL) -> Bool {
        candidate.origin == url.origin && candidate.path == url.path
            && parameterNames.isSubset(of: Self.names(candidate.query))
    }

    /// Returns whether a request there carries anything beyond the address itself: a parameter, a form, a fragment.
    public func isAnswered(by answer: FinishAnswer) -> Bool {
        if let form = answer.form, !form.isEmpty { return true }
        return !Self.names(answer.url.query).union(Self.names(answer.url.fragment)).isSubset(of: parameterNames)
    }

    /// Returns the endpoint with the additional condition that this cookie exists.
    public func waiting(for cookie: String?) -> FinishEndpoint {
        FinishEndpoint(url, moment: moment, isPortFree: isPortFree, cookie: cookie)
    }

    /// Returns whether `jar` has the required cookie for this address; true when none is required.
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

    /// The names of the required parameters, for callers with their own comparison.
    public var parameters: [String] { parameterNames.sorted() }
}
