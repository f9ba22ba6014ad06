/// What all requests of a command share: the client program of RFC 9110, section 3.5.
public struct UserAgent {
    /// Sends requests.
    public let transport: any Transport
    /// Reads pages.
    public let reader: any MarkupReader
    /// Knows public suffixes, at which servers may set no cookies.
    public let suffixes: any PublicSuffixes
    /// The time, which ends cookies and waits.
    public let clock: any WallClock
    /// The addresses that requests may go to.
    public var policy: NavigationPolicy
    /// Receives what the answers are taken for, and what becomes of their cookies; nil: there is no trace.
    public var trace: ConversationTrace?

    /// Creates a user agent; sends nothing yet.
    public init(
        transport: any Transport, reader: any MarkupReader, suffixes: any PublicSuffixes, clock: any WallClock,
        policy: NavigationPolicy = NavigationPolicy(), trace: ConversationTrace? = nil
    ) {
        self.trace = trace
        self.transport = transport
        self.reader = reader
        self.suffixes = suffixes
        self.clock = clock
        self.policy = policy
    }

    /// Returns the user agent with another policy.
    public func with(_ policy: NavigationPolicy) -> UserAgent {
        var other = self
        other.policy = policy
        return other
    }

    /// Returns the page of a response, which its field `Refresh` may send on as its `meta` element does; nil when it is no HTML
    /// and has no such field.
    ///
    /// - Parameter assumed: the media type of a response that names none.
    func page(_ response: Response, assuming assumed: String = "") throws(FedauthError) -> Page? {
        let type = MediaType(response.header("content-type") ?? assumed)
        guard type.isHTML, !response.body.isEmpty else {
            return response.header("refresh").flatMap(MetaRefresh.init(content:)).map { Page(refresh: $0) }
        }
        var page = try reader.page(html: response.body, charset: type.charset)
        page.obey(response)
        return page
    }
}

extension Page {
    /// Applies the fields of the response that brought the page: `Refresh` comes before its `meta` element. A page in a sandbox
    /// (Content Security Policy level 3 section 6.3.2) is not its server's own, such as a file that a user has uploaded: it asks
    /// for nothing, and leads nowhere.
    mutating func obey(_ response: Response) {
        refresh = response.header("refresh").flatMap(MetaRefresh.init(content:)) ?? refresh
        guard response.isSandboxed else { return }
        (forms, links, otherWays, frames, refresh, submitsItself) = ([], [], [], [], nil, false)
    }
}

extension Response {
    /// Whether a policy takes the server's origin from the document.
    fileprivate var isSandboxed: Bool {
        let policies = headers.filter { $0.name == "content-security-policy" }
        return policies.flatMap { $0.value.split { $0 == "," || $0 == ";" } }.contains { directive in
            let words = directive.lowercased().split(whereSeparator: \.isWhitespace)
            return words.first == "sandbox" && !words.contains("allow-same-origin")
        }
    }
}
