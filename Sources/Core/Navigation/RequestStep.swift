/// One request of a navigation: checked by the policy, sent with the cookies for its address, and its answer's cookies
/// stored. Every request with a session is sent here.
struct RequestStep {
    let agent: UserAgent
    /// Whether cookies are limited to the port and scheme that set them. In general cookies ignore ports (RFC 6265
    /// section 8.5), but a request for a given address is meant for one server.
    var confinesCookies = false

    /// Sends the request; `source` is the origin of the address, for messages.
    func send(
        _ request: Request, by source: String, with jar: inout CookieJar, deadline: Deadline,
        maximumBodyBytes: Int = NavigationPolicy.maximumPageBytes, streams: ContentStreams = ContentStreams()
    ) throws(FedauthError) -> Response {
        try agent.policy.check(request.url, by: source)
        try agent.policy.addressee?.check(request.url, form: request.body)
        var request = request
        // One that another port set can neither be sent nor replaced.
        let others = confinesCookies ? jar.cookies.filter { !$0.isConfined(to: request.url.origin) } : []
        if !others.isEmpty { jar = CookieJar(jar.cookies.filter { $0.isConfined(to: request.url.origin) }) }
        defer { if !others.isEmpty { jar = CookieJar(others + jar.cookies) } }
        var cookies = jar.cookies(for: request.url, now: agent.clock.now)
        if isPostedByOtherSite(request) { cookies.removeAll { $0.sameSite == .strict || $0.sameSite == .lax } }
        if !cookies.isEmpty { request.headers.append(Request.Header("Cookie", CookieJar.header(cookies))) }
        var response = try agent.transport.send(
            request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
        response.refusedCookies = jar.store(response, suffixes: agent.suffixes, now: agent.clock.now)
        agent.trace?.writeCookies(of: response)
        return response
    }

    /// Returns whether a page of another site posts a form: it gets no cookie that its server keeps from that (RFC 6265bis section
    /// 5.2). The fields of a request that the user describes say nothing about pages.
    private func isPostedByOtherSite(_ request: Request) -> Bool {
        guard !confinesCookies, request.method == "POST",
            let sender = request.headers.first(where: { $0.name == "Origin" })?.value
        else { return false }
        let page = sender.withBytes { String(decoding: $0, as: UTF8.self) }
        return (try? WebURL(page + "/")).map { agent.site(of: $0.host) != agent.site(of: request.url.host) } ?? true
    }

    /// Returns the page of a response, as `UserAgent.page` does. Reading a page of megabytes takes time, too: throws `timed-out`
    /// when that is up, and then ends the process that reads it.
    func page(_ response: Response, assuming assumed: String = "", deadline: Deadline) throws(FedauthError) -> Page? {
        let waitingFor = "reading '\(response.url.withoutQuery)'"
        try deadline.check(waitingFor: waitingFor)
        let page = try agent.page(response, assuming: assumed, deadline: deadline)
        try deadline.check(waitingFor: waitingFor)
        return page
    }
}

extension Cookie {
    /// Whether a server with the scheme and the port of `origin` set it.
    public func isConfined(to origin: Origin) -> Bool { (setBy.scheme, setBy.port) == (origin.scheme, origin.port) }
}
