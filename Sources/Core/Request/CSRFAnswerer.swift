/// Fetches the CSRF token that SAP's servers require with every request that changes data (`X-CSRF-Token: Fetch`, and
/// `Required` when it is missing). A token is bound to the cookies that came with it.
public final class CSRFAnswerer: DemandAnswerer {
    /// The purpose, for messages.
    public let purpose = "an X-CSRF-Token"
    private static let field = "X-CSRF-Token"
    private let flow: RequestFlow
    private var tokens: [Origin: Token] = [:]

    /// A token, and the number of requests that used it.
    private struct Token {
        var value: String
        var uses = 0
    }

    /// `flow` sends the fetching request, which may itself require a sign-in.
    public init(_ flow: RequestFlow) { self.flow = flow }

    /// Returns true for `Required`.
    public func answers(_ demand: SignInDemand) -> Bool { demand == .csrfToken }

    /// Adds the token for the origin of the request.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        guard let token = tokens[request.url.origin], request.method != "GET", request.method != "HEAD" else { return }
        tokens[request.url.origin]?.uses += 1
        request.headers.removeAll { $0.name.lowercased() == Self.field.lowercased() }
        request.headers.append(Request.Header(Self.field, token.value))
    }

    /// Fetches a token: from the address itself, then from its folder. One that has worked may be used up.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar, limit: () -> Deadline
    ) throws(FedauthError) {
        let origin = request.url.origin
        if let token = tokens[origin], token.uses <= 1 {
            throw FedauthError(
                .refused, "'\(request.url.withoutQuery)' refused the X-CSRF-Token that it gave",
                hint: "its session may have ended; try again")
        }
        let folder = request.url.path.lastIndex(of: "/").map { String(request.url.path[...$0]) } ?? "/"
        // First without content, because a collection may be long.
        for (method, url) in [("HEAD", request.url), ("GET", request.url), ("HEAD", request.url.with(path: folder))] {
            var fetch = request
            fetch.method = method
            fetch.url = url
            fetch.body = nil
            fetch.headers.removeAll { header in
                let name = header.name.lowercased()
                return name == Self.field.lowercased() || name == "range" || name.hasPrefix("content-")
            }
            fetch.headers.append(Request.Header(Self.field, "Fetch"))
            let streams = ContentStreams(sink: UnreadContent(of: flow))
            let answer = try flow.run(fetch, jar: &jar, streams: streams, limit: limit)
            if let token = answer.header(Self.field.lowercased()), !token.isEmpty, token.lowercased() != "required" {
                tokens[origin] = Token(value: token)
                return
            }
        }
        throw FedauthError(
            .badAnswer, "'\(request.url.withoutQuery)' wants an X-CSRF-Token and gives none",
            hint: "fetch it yourself from where the service gives it: --header 'X-CSRF-Token: Fetch' --include")
    }

    /// Discards the content that comes with a token.
    private final class UnreadContent: ContentSink {
        private let flow: RequestFlow

        init(of flow: RequestFlow) { self.flow = flow }

        func wants(_ head: Response) throws(FedauthError) -> Bool { flow.isFinal(head) }

        func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {}
    }
}
