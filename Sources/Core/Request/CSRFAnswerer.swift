import Secrets

/// Fetches the token against cross-site requests that SAP's servers want with every request that changes something
/// (`X-CSRF-Token: Fetch`, and `Required` where it is missing). A token is bound to the cookies that came with it.
public final class CSRFAnswerer: DemandAnswerer {
    /// What is done.
    public let purpose = "an X-CSRF-Token"
    private static let field = "X-CSRF-Token"
    private let hop: Hop
    private let others: [any DemandAnswerer]
    private var tokens: [Origin: String] = [:]

    /// - Parameter others: what the fetching request needs as well, such as a credential.
    public init(
        transport: any Transport, suffixes: any PublicSuffixes, clock: any WallClock, policy: NavigationPolicy,
        others: [any DemandAnswerer]
    ) {
        hop = Hop(transport: transport, suffixes: suffixes, clock: clock, policy: policy)
        self.others = others
    }

    /// True for `Required`.
    public func answers(_ demand: SignInDemand) -> Bool { demand == .csrfToken }

    /// The token of the request's origin.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        guard let token = tokens[request.url.origin], request.method != "GET", request.method != "HEAD" else { return }
        request.headers.removeAll { $0.name.lowercased() == Self.field.lowercased() }
        request.headers.append(Request.Header(Self.field, token))
    }

    /// Fetches a token: from the address itself, then from the folder that it is in.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar, deadline: Deadline
    ) throws(FedauthError) {
        let origin = request.url.origin
        guard tokens[origin] == nil else {
            throw FedauthError(
                .refused, "'\(request.url.withoutQuery)' refused the X-CSRF-Token that it gave",
                hint: "its session may have ended; try again")
        }
        let folder = request.url.path.lastIndex(of: "/").map { String(request.url.path[...$0]) } ?? "/"
        for (method, url) in [("GET", request.url), ("HEAD", request.url.with(path: folder))] {
            var fetch = Request(method, url, headers: [Request.Header(Self.field, "Fetch")])
            for other in others { try other.prepare(&fetch, jar: &jar) }
            let answer = try hop.send(fetch, by: "the address", with: &jar, deadline: deadline)
            if let token = answer.header(Self.field.lowercased()), !token.isEmpty, token.lowercased() != "required" {
                tokens[origin] = token
                return
            }
        }
        throw FedauthError(
            .badAnswer, "'\(request.url.withoutQuery)' wants an X-CSRF-Token and gives none",
            hint: "fetch it yourself from where the service gives it: --header 'X-CSRF-Token: Fetch' --include")
    }
}
