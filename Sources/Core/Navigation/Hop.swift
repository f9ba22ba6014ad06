/// One request on the way: judged by the policy, sent with the cookies that belong to its address, and the answer's
/// cookies taken. Every request that carries a session goes through here.
struct Hop {
    let transport: any Transport
    let suffixes: any PublicSuffixes
    let clock: any WallClock
    let policy: NavigationPolicy
    /// Cookies go to no other port and scheme than those of who set them. In general they know no ports (RFC 6265 section
    /// 8.5); what a user asks for by address is meant for one server.
    var confinesCookies = false

    /// - Parameter source: who named the address, for messages.
    func send(
        _ request: Request, by source: String, with jar: inout CookieJar, deadline: Deadline,
        maximumBodyBytes: Int = NavigationPolicy.maximumPageBytes, streams: ContentStreams = ContentStreams()
    ) throws(FedauthError) -> Response {
        try policy.check(request.url, by: source)
        var request = request
        let cookies = jar.cookies(for: request.url, now: clock.now).filter { cookie in
            let by = cookie.setBy
            return !confinesCookies || (by.scheme, by.port) == (request.url.scheme, request.url.origin.port)
        }
        if !cookies.isEmpty { request.headers.append(Request.Header("Cookie", CookieJar.header(cookies))) }
        let response = try transport.send(
            request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
        jar.store(response, suffixes: suffixes, now: clock.now)
        return response
    }
}
