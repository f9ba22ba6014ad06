public import Core
internal import Secrets

/// Asks servers in a browser's place, where an identity is bound to them: the browser is handed the answers, and never the
/// key.
public final class IdentityRelay {
    private let transport: any Transport
    private let identities: any ClientIdentities
    private let clock: any WallClock
    /// The servers that are asked so, and no others.
    private(set) var origins: Set<Origin> = []
    /// Accept-Language, which the browser adds where it cannot be seen; nil: none.
    var languages: String?
    /// What a part of a page may take: meanwhile nothing else happens. Scripts that wait for news ask again.
    private static let partSeconds: Int64 = 15
    /// More than a page of a sign-in and its parts have.
    private static let maximumBodyBytes = 32 << 20

    /// - Parameter transport: shows the identities of `identities`, each to the servers that it is bound to.
    public init(transport: any Transport, identities: any ClientIdentities, clock: any WallClock) {
        self.transport = transport
        self.identities = identities
        self.clock = clock
    }

    /// Learns which servers have an identity. A sign-in has looked into the store by now, so that nobody has to be asked.
    func begin() throws(FedauthError) { origins = Set(try identities.boundOrigins()) }

    func isFor(_ url: WebURL) -> Bool { url.scheme == .https && origins.contains(url.origin) }

    /// That a server demands a certificate, as the transport says it; nil: it does not.
    func demand(of origin: Origin, deadline: Deadline) -> FedauthError? {
        do throws(FedauthError) {
            _ = try transport.send(
                Request("HEAD", try WebURL(origin.description + "/")), maximumBodyBytes: 0,
                deadline: earlier(deadline))
            // Somebody gave a certificate only now; the browser was told of none.
            guard try identities.boundOrigins().contains(origin), !origins.contains(origin) else { return nil }
            return FedauthError(
                .clientCertificateNeeded, "'\(origin.hostAndPort)' asks for a client certificate",
                hint: "the provider has given one now: sign in again")
        } catch {
            return error.code == .clientCertificateNeeded ? error : nil
        }
    }

    /// Sends what a page asks for. The server's answer is the page's, as it came.
    func send(_ asked: PageRequest, to url: WebURL, deadline: Deadline) throws(FedauthError) -> Response {
        var headers = RelayedFields.request(asked)
        if let languages, !headers.contains(where: { $0.name.lowercased() == "accept-language" }) {
            headers.append(Request.Header("Accept-Language", languages))
        }
        let content = asked.content
        guard content != nil || !asked.hasContent else {
            throw FedauthError(
                .noPresenter, "a page sends a file to '\(url.host)', which is shown an identity",
                hint: "what is sent there is sent by fedauth, and the browser hands it no files")
        }
        let response = try transport.send(
            Request(asked.told["method"]?.text ?? "GET", url, headers: headers, body: content),
            maximumBodyBytes: Self.maximumBodyBytes, deadline: asked.isDocument ? deadline : earlier(deadline))
        try checkReader(of: response, asked)
        return response
    }

    private func earlier(_ deadline: Deadline) -> Deadline {
        let own = Deadline(seconds: Self.partSeconds, from: clock)
        return own.monotonicMilliseconds < deadline.monotonicMilliseconds ? own : deadline
    }

    /// A browser shows no certificate in what a page of another origin may read, unless that is to be asked as the user
    /// (Fetch, "credentials mode"). It does not tell which it is; the server says whom it lets read that (CORS).
    private func checkReader(of response: Response, _ asked: PageRequest) throws(FedauthError) {
        guard !asked.isDocument, let page = RelayedFields.origin(of: asked), page != response.url.origin.description,
            response.header("access-control-allow-credentials") != "true"
                // "*" lets everybody read what is told to nobody in particular; here it was asked as the user.
                || response.header("access-control-allow-origin") != page
        else { return }
        throw FedauthError(
            .refused,
            "'\(response.url.host)' does not let pages of '\(page.folded(to: 80))' read what it tells the user")
    }
}
