public import Secrets

/// Who a transport is, where a provider says it: an identity of the store that is bound comes first, then what the provider
/// gave, and gives when a server does not go on without.
public final class ProvidedIdentities: ClientIdentities {
    private let stored: any ClientIdentities
    private let desk: ProviderDesk
    private let limits: ProviderLimits
    private let reporter: any Reporter
    /// What is being sent: set by `ProvidedTransport`.
    fileprivate var current: (url: WebURL, deadline: Deadline)?
    fileprivate private(set) var issuers: [Origin: [String]] = [:]

    /// Asks nobody yet.
    public init(
        _ stored: any ClientIdentities, desk: ProviderDesk, limits: ProviderLimits, reporter: any Reporter
    ) {
        self.stored = stored
        self.desk = desk
        self.limits = limits
        self.reporter = reporter
    }

    /// The store's, else the provider's.
    public func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard limits.allows(.certificate, origin) else {
            return try stored.identity(for: origin, isDemanded: isDemanded)
        }
        do throws(FedauthError) {
            if let identity = try stored.identity(for: origin, isDemanded: isDemanded) { return identity }
        } catch  where error.code == .storeLocked {
            reporter.detail(error.message)
        }
        var provided = desk.known(.certificate, for: origin, isDemanded: isDemanded)
        if provided == nil, isDemanded, limits.mayAsk {
            // Who looks ahead, as on the way to AD FS's place for certificates, is sending nothing yet.
            let url: WebURL
            let deadline: Deadline
            if let current, current.url.origin == origin {
                (url, deadline) = (current.url, current.deadline)
            } else {
                (url, deadline) = (try WebURL(origin.description + "/"), desk.deadline)
            }
            provided = try desk.provide(
                .certificate, for: url,
                because: .tls(
                    "'\(origin.hostAndPort)' asks for a client certificate", issuers: issuers[origin] ?? []),
                until: deadline)
        }
        guard case .certificate(let identity) = provided, identity.isBound(to: origin) else { return nil }
        return identity
    }

    /// The provider is told whose certificates will do.
    public var wantsIssuers: Bool { limits.mayAsk }

    /// For the next question.
    public func note(issuers: [String], of origin: Origin) {
        // A connection that is used again asks for none.
        if !issuers.isEmpty { self.issuers[origin] = issuers }
    }

    /// The store's, and those that the provider has a say at: what it gave is for them.
    public func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = try stored.boundOrigins()
        guard limits.kinds.contains(.certificate) else { return bound }
        return bound
            + limits.origins.filter {
                !bound.contains($0) && desk.known(.certificate, for: $0, isDemanded: false) != nil
            }
    }

    /// The store's.
    public func unboundNames(for origin: Origin) -> [String] { stored.unboundNames(for: origin) }

    /// What opens a token is not the provider's to say.
    public func pin(of identity: Identity) throws(FedauthError) -> SharedSecret? { try stored.pin(of: identity) }
}

/// Where a provider has a say.
public struct ProviderLimits: Sendable {
    /// What it is asked for.
    public var kinds: Set<ProviderKind>
    /// The servers that the user has named. What it gives is for them, and it is asked for no others: programs may give
    /// the same to whoever asks.
    public var origins: Set<Origin>
    /// False: what it gave before is used, and nothing is asked.
    public var mayAsk: Bool

    /// These.
    public init(kinds: Set<ProviderKind> = Set(ProviderKind.allCases), origins: Set<Origin>, mayAsk: Bool = true) {
        self.kinds = kinds
        self.origins = origins
        self.mayAsk = mayAsk
    }

    func allows(_ kind: ProviderKind, _ origin: Origin) -> Bool { kinds.contains(kind) && origins.contains(origin) }
}

/// Sends requests with what a provider gives for their origin, and asks it when a server demands something: header fields
/// for a 401, another certificate for one that was refused. What belongs to one origin goes to no other, since it is added to
/// each request anew, by the origin of that request.
public final class ProvidedTransport: Transport {
    private let inner: any Transport
    private let desk: ProviderDesk
    private let identities: ProvidedIdentities
    private let limits: ProviderLimits

    /// - Parameter identities: those that `inner` shows.
    public init(
        _ inner: any Transport, desk: ProviderDesk, identities: ProvidedIdentities, limits: ProviderLimits
    ) {
        self.inner = inner
        self.desk = desk
        self.identities = identities
        self.limits = limits
    }

    /// Sends by the inner transport, as often as the provider has something else to give; throws what that throws and what
    /// `ProviderDesk` does.
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
            } catch  where Self.isAboutCertificate(error) && usesCertificate(at: origin) {
                try replaceCertificate(for: request.url, error, deadline)
                continue
            }
            if usesCertificate(at: origin) { desk.wasTaken(.certificate, at: origin) }
            guard response.status == 401 else {
                if !fields.isEmpty, response.tellsOfAdmission { desk.wasTaken(.headers, at: origin) }
                return response
            }
            guard try answers(response, to: request, with: fields, deadline) else { return response }
        }
    }

    /// Those for the request's origin, but for names that the request has already: those are the user's, or another
    /// method's.
    private func headers(for request: Request) -> [Request.Header] {
        guard limits.allows(.headers, request.url.origin),
            case .headers(let headers) = desk.known(.headers, for: request.url.origin, isDemanded: false)
        else { return [] }
        let given = Set(request.headers.map { $0.name.lowercased() })
        return headers.filter { !given.contains($0.name.lowercased()) }
    }

    /// Whether the request is to be sent once more, with other fields.
    private func answers(
        _ response: Response, to request: Request, with fields: [Request.Header], _ deadline: Deadline
    ) throws(FedauthError) -> Bool {
        // What was refused is another method's answer, if there is one.
        let isAnswered = request.negotiates || request.headers.contains { $0.name.lowercased() == "authorization" }
        guard limits.mayAsk, limits.allows(.headers, request.url.origin), !isAnswered else { return false }
        if !fields.isEmpty { try desk.wasRefused(.headers, at: request.url.origin, by: "status 401") }
        let provided = try desk.provide(
            .headers, for: request.url, because: .http(status: response.status, response.challenges), until: deadline)
        // Fields that the request has all of its own change nothing.
        return provided != nil && !headers(for: request).isEmpty
    }

    private func usesCertificate(at origin: Origin) -> Bool {
        limits.allows(.certificate, origin) && desk.isInUse(.certificate, at: origin)
    }

    /// Throws `failure` when the provider has no other one.
    private func replaceCertificate(
        for url: WebURL, _ failure: FedauthError, _ deadline: Deadline
    ) throws(FedauthError) {
        let words = FedauthError(
            failure.code, failure.message,
            hint: "'\(desk.name)' gave it; it is told of the failure when it is asked again", causes: failure.causes)
        guard limits.mayAsk else { throw words }
        try desk.wasRefused(.certificate, at: url.origin, by: "its certificate")
        let other = try desk.provide(
            .certificate, for: url, because: .tls(failure.message, issuers: identities.issuers[url.origin] ?? []),
            until: deadline)
        if other == nil { throw words }
    }

    private static func isAboutCertificate(_ error: FedauthError) -> Bool {
        error.code == .clientCertificateRefused || error.code == .clientCertificateUnusable
    }
}
