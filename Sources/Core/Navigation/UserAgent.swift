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

    /// Returns the registrable domain of a host; the host itself where there is none.
    public func site(of host: String) -> String {
        let labels = host.split(separator: ".")
        guard labels.count > 1, !(labels.last?.allSatisfy(\.isNumber) ?? true), !host.hasPrefix("[") else {
            return host
        }
        return labels.indices.reversed().lazy.map { labels[$0...].joined(separator: ".") }
            .first { !suffixes.isPublicSuffix($0) } ?? host
    }

    /// Returns the page of a response, which its field `Refresh` may send on as its `meta` element does; nil when it is
    /// no HTML and has no such field. A response that names no media type is of the `assumed` one.
    func page(
        _ response: Response, assuming assumed: String = "", deadline: Deadline? = nil
    ) throws(FedauthError) -> Page? {
        let type = MediaType(response.header("content-type") ?? assumed)
        guard !response.body.isEmpty,
            type.isHTML || response.mayBeSniffed && response.body.withBytes(Response.beginsLikePage)
        else {
            return response.header("refresh").flatMap(MetaRefresh.init(content:)).map { Page(refresh: $0) }
        }
        var page = try reader.page(html: response.body, charset: type.charset, deadline: deadline)
        page.obey(response)
        return page
    }
}

extension Page {
    /// Applies the fields of the response that brought the page: `Refresh` comes before its `meta` element. A page in a sandbox
    /// (Content Security Policy level 3 section 6.3.2) is not its server's own, such as a file that a user has uploaded, and an
    /// attachment is no page at all (RFC 6266 section 4.2): it asks for nothing, and leads nowhere.
    mutating func obey(_ response: Response) {
        refresh = response.header("refresh").flatMap(MetaRefresh.init(content:)) ?? refresh
        for index in forms.indices where forms[index].secondFactor != nil {
            let isOther = leadsElsewhere(forms[index], at: response.url)
            forms[index].isOfOtherPage = isOther
        }
        keepForms(by: ContentSources(response.policies + policies, of: "form-action"), at: response.url)
        guard response.isSandboxed || response.isAttachment else { return }
        (forms, links, namedLinks, otherWays, frames, refresh, submitsItself) = ([], [], [], [], [], nil, false)
    }

    /// Removes the forms and buttons by which a browser sends nothing (Content Security Policy level 3 section 6.4.1).
    private mutating func keepForms(by sources: ContentSources, at url: WebURL) {
        guard !sources.lists.isEmpty else { return }
        let base = baseAddress(at: url)
        func isAllowed(_ action: String?) -> Bool {
            guard let action, !action.allSatisfy(\.isWhitespace) else { return sources.allow(url, at: url.origin) }
            return (try? base.resolving(action)).map { sources.allow($0, at: url.origin) } ?? true
        }
        forms = forms.compactMap { (form) -> LoginForm? in
            var sent = form
            sent.fields.removeAll { $0.kind == .submit && !isAllowed($0.formAction ?? form.action) }
            return isAllowed(form.action) || !sent.submitButtons.isEmpty ? sent : nil
        }
    }
}

extension Response {
    /// Whether a browser looks at the content for its media type, since no field says it (WHATWG MIME Sniffing, section 7).
    var mayBeSniffed: Bool {
        ["", "*/*", "unknown/unknown", "application/unknown"].contains(MediaType(header("content-type") ?? "").essence)
            && header("x-content-type-options")?.lowercased() != "nosniff"
    }

    /// Returns whether content begins like a page, behind blanks and the mark of UTF-8.
    static func beginsLikePage(_ content: UnsafeRawBufferPointer) -> Bool {
        content.first { ![0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
            .map { $0 == UInt8(ascii: "<") } ?? (content.count <= 4096)
    }

    /// Whether a policy takes the server's origin from the document.
    fileprivate var isSandboxed: Bool {
        ContentSources(policies, of: "sandbox").lists.contains { !$0.contains("allow-same-origin") }
    }
}
