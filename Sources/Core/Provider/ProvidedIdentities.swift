/// Who a transport is, where a provider says it: an identity of the store that is bound comes first, then what the provider
/// gave, and gives when a server does not go on without.
public final class ProvidedIdentities: IdentitiesInFront {
    private let desk: ProviderDesk
    private let limits: ProviderLimits
    private let reporter: any Reporter
    /// What is being sent: set by `ProvidedTransport`.
    var current: (url: WebURL, deadline: Deadline)?
    private(set) var issuers: [Origin: [String]] = [:]

    /// Asks nobody yet.
    public init(
        _ stored: any ClientIdentities, desk: ProviderDesk, limits: ProviderLimits, reporter: any Reporter
    ) {
        self.desk = desk
        self.limits = limits
        self.reporter = reporter
        super.init(stored)
    }

    /// The store's, else the provider's.
    public override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard limits.allows(.certificate, origin) else {
            return try super.identity(for: origin, isDemanded: isDemanded)
        }
        do throws(FedauthError) {
            if let identity = try super.identity(for: origin, isDemanded: isDemanded) { return identity }
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

    /// The provider is told, with the next question, whose certificates will do.
    public override func note(issuers: [String], of origin: Origin) {
        if !issuers.isEmpty { self.issuers[origin] = issuers }
        super.note(issuers: issuers, of: origin)
    }

    /// The store's, and those that the provider has a say at: what it gave is for them.
    public override func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = try super.boundOrigins()
        guard limits.kinds.contains(.certificate) else { return bound }
        return bound
            + limits.named.origins.filter {
                !bound.contains($0) && desk.known(.certificate, for: $0, isDemanded: false) != nil
            }
    }
}
