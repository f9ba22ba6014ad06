/// The identities of a transport with a provider. A bound identity of the store comes first, then the one that the
/// provider has returned; the provider is asked when a server requires one.
public final class ProvidedIdentities: IdentitiesInFront {
    private let client: ProviderClient
    private let limits: ProviderLimits
    private let reporter: any Reporter
    /// The request being sent; set by `ProvidedTransport`.
    var current: (url: WebURL, deadline: Deadline)?
    private(set) var issuers: [Origin: [String]] = [:]

    /// Asks for nothing yet.
    public init(
        _ stored: any ClientIdentities, client: ProviderClient, limits: ProviderLimits, reporter: any Reporter
    ) {
        (self.client, self.limits, self.reporter) = (client, limits, reporter)
        super.init(stored)
    }

    /// Returns the identity from the store, otherwise from the provider.
    public override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard limits.allows(.certificate, origin) else {
            return try super.identity(for: origin, isDemanded: isDemanded)
        }
        do throws(FedauthError) {
            if let identity = try super.identity(for: origin, isDemanded: isDemanded) { return identity }
        } catch  where error.code == .storeLocked { reporter.detail(error.message) }
        var provided = client.known(.certificate, for: origin, isDemanded: isDemanded)
        if provided == nil, isDemanded, limits.mayAsk {
            // A check in advance, such as on the way to AD FS's address for certificates, happens without a request.
            let url: WebURL
            let deadline: Deadline
            if let current, current.url.origin == origin {
                (url, deadline) = (current.url, current.deadline)
            } else {
                (url, deadline) = (try WebURL(origin.description + "/"), client.deadline)
            }
            provided = try client.provide(
                .certificate, for: url,
                because: .tls("'\(origin.hostAndPort)' asks for a client certificate", issuers: issuers[origin] ?? []),
                until: deadline)
        }
        guard case .certificate(let identity) = provided, identity.isBound(to: origin) else { return nil }
        return identity
    }

    /// Records the issuers that the server accepts, for the next question to the provider.
    public override func note(issuers: [String], of origin: Origin) {
        if !issuers.isEmpty { self.issuers[origin] = issuers }
        super.note(issuers: issuers, of: origin)
    }

    /// Returns the origins bound in the store, and those that the provider serves, which its credentials are for.
    public override func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = try super.boundOrigins()
        guard limits.kinds.contains(.certificate) else { return bound }
        return bound
            + limits.named.origins.filter {
                !bound.contains($0) && client.known(.certificate, for: $0, isDemanded: false) != nil
            }
    }
}
