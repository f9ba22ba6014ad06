public import Core

/// Sends requests in place of the browser to servers with a bound identity: it gets the answers, never the key.
public final class IdentityRelay {
    private let transport: any Transport
    private let identities: any ClientIdentities
    private let clock: any WallClock
    /// The servers for which fedauth sends the requests.
    private(set) var origins: Set<Origin> = []
    /// The Accept-Language field, which the browser adds too late for fedauth to see; nil for none.
    var languages: String?
    /// Time limit for one resource of a page: all else waits meanwhile. Scripts that poll repeat their request.
    private static let partSeconds: Int64 = 15
    /// More than a sign-in page and its resources have.
    private static let maximumBodyBytes = 32 << 20

    /// `transport` presents each of the `identities` to the servers that it is bound to.
    public init(transport: any Transport, identities: any ClientIdentities, clock: any WallClock) {
        (self.transport, self.identities, self.clock) = (transport, identities, clock)
    }

    /// Finds out which servers have a bound identity. The sign-in has opened the store, so nothing is asked.
    func begin() throws(FedauthError) { origins = Set(try identities.boundOrigins()) }

    func isFor(_ url: WebURL) -> Bool { url.scheme == .https && origins.contains(url.origin) }

    /// Returns the transport's error when a server demands a certificate; nil when it does not.
    func demand(of origin: Origin, deadline: Deadline) -> FedauthError? {
        do throws(FedauthError) {
            _ = try transport.send(
                Request("HEAD", try WebURL(origin.description + "/")), maximumBodyBytes: 0, deadline: earlier(deadline))
            // The certificate was bound only during the sign-in, so the browser has no relay for it.
            guard try identities.boundOrigins().contains(origin), !origins.contains(origin) else { return nil }
            return FedauthError(
                .clientCertificateNeeded, "'\(origin.hostAndPort)' asks for a client certificate",
                hint: "the provider has given one now: sign in again")
        } catch { return error.code == .clientCertificateNeeded ? error : nil }
    }

    /// Sends a page's request and returns the answer unchanged. `sender` asks for the origin of its document.
    func send(
        _ asked: PageRequest, to url: WebURL, deadline: Deadline,
        by sender: () throws(FedauthError) -> String? = { () throws(FedauthError) in nil }
    ) throws(FedauthError) -> Response {
        var headers = RelayedFields.request(asked)
        if let languages, !headers.contains(where: { $0.name.lowercased() == "accept-language" }) {
            headers.append(Request.Header("Accept-Language", languages))
        }
        let content = asked.content
        guard content != nil || !asked.hasContent else {
            throw FedauthError(
                .noPresenter, "a page sends a file to '\(url.host)', which is shown an identity",
                hint: "fedauth itself sends the requests to that server, and the browser does not pass files to it")
        }
        let response = try transport.send(
            Request(asked.reported["method"]?.text ?? "GET", url, headers: headers, body: content),
            maximumBodyBytes: Self.maximumBodyBytes, deadline: asked.isDocument ? deadline : earlier(deadline))
        try checkReader(of: response, asked, by: sender)
        return response
    }

    private func earlier(_ deadline: Deadline) -> Deadline {
        deadline.or(Deadline(seconds: Self.partSeconds, from: clock))
    }

    /// Throws when the page may not have the answer: the browser itself checks only answers that come from the network.
    /// For a request from a page of another origin, a browser presents a certificate only if the request includes
    /// credentials (Fetch, "credentials mode"). The protocol does not report that mode, so the server's CORS fields
    /// decide whether the page may read the answer. What a page includes without CORS (scripts, pictures) follows
    /// Cross-Origin-Resource-Policy (Fetch, section 3.7), and is no data (section 3.6, "opaque response blocking").
    private func checkReader(
        of response: Response, _ asked: PageRequest, by sender: () throws(FedauthError) -> String?
    ) throws(FedauthError) {
        guard !asked.isDocument else { return }
        let own = response.url.origin.description
        let page: String?
        if let origin = RelayedFields.origin(of: asked) {
            page = origin
            // "*" allows any reader of an answer without credentials; this request had them.
            if response.header("access-control-allow-credentials") == "true",
                response.header("access-control-allow-origin") == origin
            {
                return
            }
        } else {
            guard !response.isForOtherSites else { return }
            if let referrer = RelayedFields.referrer(of: asked) { page = referrer } else { page = try sender() }
        }
        guard page != own else { return }
        let name = page?.folded(to: 80) ?? "others"
        throw FedauthError(
            .refused, "'\(response.url.host)' does not let pages of '\(name)' read its answers to the user")
    }
}

extension Response {
    /// Whether pages of other sites may include it without CORS.
    fileprivate var isForOtherSites: Bool {
        // Which hosts are of one site is not known here.
        let policy = header("cross-origin-resource-policy")?.lowercased()
        guard policy == nil || policy == "cross-origin" else { return false }
        let type = header("content-type")?.prefix { $0 != ";" }.lowercased().filter { $0 != " " } ?? ""
        let isText = type == "text/plain" && header("x-content-type-options")?.lowercased() == "nosniff"
        let isData =
            ["text/html", "text/xml", "application/xml", "text/json", "application/json"].contains(type)
            || (type.hasSuffix("+xml") && type != "image/svg+xml") || type.hasSuffix("+json")
        return !isText && !isData
    }
}
