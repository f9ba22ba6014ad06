/// Sends requests with a provider's credentials for their origin, and asks the provider when a server requires one:
/// header fields for a 401, another certificate for a refused one. Each request gets only the credentials of its own
/// origin, so none reaches another.
public final class ProvidedTransport: Transport {
    private let inner: any Transport
    private let client: ProviderClient
    private let identities: ProvidedIdentities
    private let limits: ProviderLimits

    /// `inner` presents the `identities`.
    public init(
        _ inner: any Transport, client: ProviderClient, identities: ProvidedIdentities, limits: ProviderLimits
    ) { (self.inner, self.client, self.identities, self.limits) = (inner, client, identities, limits) }

    /// Sends a request through the inner transport, again for each new credential of the provider. Throws the errors of
    /// that transport and of `ProviderClient`.
    public func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        let origin = request.url.origin
        while true {
            identities.current = (request.url, deadline)
            defer { identities.current = nil }
            let fields = headers(for: request)
            var prepared = request
            prepared.headers += fields
            let response: Response
            do throws(FedauthError) {
                response = try inner.send(
                    prepared, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
            } catch {
                let isAboutIt = [.clientCertificateRefused, .clientCertificateUnusable].contains(error.code)
                guard isAboutIt, usesCertificate(at: origin) else { throw error }
                try replaceCertificate(for: request.url, error, deadline)
                continue
            }
            if usesCertificate(at: origin) { client.approve(.certificate, at: origin) }
            guard response.status == 401 else {
                if !fields.isEmpty, response.tellsOfAdmission { client.approve(.headers, at: origin) }
                return response
            }
            guard try answers(response, to: request, with: fields, deadline) else { return response }
        }
    }

    /// Closes the connections of the inner transport.
    public func closeConnections() { inner.closeConnections() }

    /// Returns the fields for the request's origin, except names that the request has from the user or a method.
    private func headers(for request: Request) -> [Request.Header] {
        guard limits.allows(.headers, request.url.origin),
            case .headers(let headers) = client.known(.headers, for: request.url.origin, isDemanded: false)
        else { return [] }
        let given = Set(request.headers.map { $0.name.lowercased() })
        return headers.filter { !given.contains($0.name.lowercased()) }
    }

    /// Returns whether to send the request again, with other fields.
    private func answers(
        _ response: Response, to request: Request, with fields: [Request.Header], _ deadline: Deadline
    ) throws(FedauthError) -> Bool {
        // If the request already had an answer of another method, that one was refused.
        let isAnswered = request.negotiates || request.has(["authorization"])
        guard limits.mayAsk, limits.allows(.headers, request.url.origin), !isAnswered else { return false }
        if !fields.isEmpty { try client.reject(.headers, at: request.url.origin, by: "status 401") }
        let provided = try client.provide(
            .headers, for: request.url, because: .http(status: response.status, response.challenges), until: deadline)
        // Fields that the request already has would change nothing.
        return provided != nil && !headers(for: request).isEmpty
    }

    private func usesCertificate(at origin: Origin) -> Bool {
        limits.allows(.certificate, origin) && client.isInUse(.certificate, at: origin)
    }

    /// Throws `failure` when the provider has no other certificate.
    private func replaceCertificate(
        for url: WebURL, _ failure: FedauthError, _ deadline: Deadline
    ) throws(FedauthError) {
        let words = FedauthError(
            failure.code, failure.message,
            hint: "'\(client.name)' supplied it; the next request tells it of the failure", causes: failure.causes)
        guard limits.mayAsk else { throw words }
        try client.reject(.certificate, at: url.origin, by: "its certificate")
        let other = try client.provide(
            .certificate, for: url, because: .tls(failure.message, issuers: identities.issuers[url.origin] ?? []),
            until: deadline)
        if other == nil { throw words }
    }
}
