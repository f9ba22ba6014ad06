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

    /// Creates a user agent; sends nothing yet.
    public init(
        transport: any Transport, reader: any MarkupReader, suffixes: any PublicSuffixes, clock: any WallClock,
        policy: NavigationPolicy = NavigationPolicy()
    ) {
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
        // The first one counts, and the field comes before the page.
        let refresh = response.header("refresh").flatMap(MetaRefresh.init(content:))
        guard type.isHTML, !response.body.isEmpty else { return refresh.map { Page(refresh: $0) } }
        var page = try reader.page(html: response.body, charset: type.charset)
        page.refresh = refresh ?? page.refresh
        return page
    }
}
