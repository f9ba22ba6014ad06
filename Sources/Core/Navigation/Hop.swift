/// One request on the way: judged by the policy, sent with the cookies that belong to its address, and the answer's
/// cookies taken. Every request that carries a session goes through here.
struct Hop {
    let transport: any Transport
    let suffixes: any PublicSuffixes
    let clock: any WallClock
    let policy: NavigationPolicy

    /// - Parameter source: who named the address, for messages.
    func send(
        _ request: Request, by source: String, with jar: inout CookieJar, deadline: Deadline,
        maximumBodyBytes: Int = NavigationPolicy.maximumPageBytes, streams: ContentStreams = ContentStreams()
    ) throws(FedauthError) -> Response {
        try policy.check(request.url, by: source)
        var request = request
        if let cookies = jar.header(for: request.url, now: clock.now) {
            request.headers.append(Request.Header("Cookie", cookies))
        }
        let response = try transport.send(
            request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
        jar.store(response, suffixes: suffixes, now: clock.now)
        return response
    }
}
