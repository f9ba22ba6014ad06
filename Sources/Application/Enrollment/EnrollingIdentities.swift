public import Core

/// The identities of the store, and those that a profile can enrol. When a server requires a certificate and a profile
/// names its origin, that profile enrols one at once. An expired certificate is renewed. The command's own profile does not wait for
/// the server: one that only takes a certificate would answer without it.
public final class EnrollingIdentities: IdentitiesInFront {
    private let namesIdentity: Bool
    private let ownProfile: String?
    private let profiles: any ProfileDirectory
    private let enroll: (Profile) throws(FedauthError) -> Identity
    private var enrolled: [Origin: Identity] = [:]
    private var tried: Set<Origin> = []

    /// If the command `namesIdentity`, no other one is enrolled. `ownProfile` is the profile of the command.
    public init(
        _ inner: any ClientIdentities, namesIdentity: Bool, ownProfile: String? = nil, profiles: any ProfileDirectory,
        enroll: @escaping (Profile) throws(FedauthError) -> Identity
    ) {
        self.namesIdentity = namesIdentity
        self.ownProfile = namesIdentity ? nil : ownProfile
        self.profiles = profiles
        self.enroll = enroll
        super.init(inner)
    }

    /// Returns the known identity while it is valid; else enrols one, at most once for each server.
    public override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        if let identity = enrolled[origin] { return identity }
        let own = try ownProfile.flatMap { (name) throws(FedauthError) in
            try profiles.configuration().enrollingProfile(for: origin, named: name)
        }
        let known = try super.identity(for: origin, isDemanded: isDemanded || own != nil)
        if let known, known.expires > profiles.clock.now { return known }
        // The server would reject an expired identity. Without one, wait until it requires a certificate.
        guard known != nil || isDemanded || own != nil, !namesIdentity, tried.insert(origin).inserted,
            let profile = try profile(for: origin, known, own)
        else { return known }
        profiles.reporter.note(
            known == nil
                ? !isDemanded
                    ? "getting a client certificate for '\(origin.hostAndPort)' by the profile '\(profile.name)'"
                    : "'\(origin.hostAndPort)' asks for a client certificate: getting one by the profile '\(profile.name)'"
                : "the certificate for '\(origin.hostAndPort)' has expired: getting a new one by the profile '\(profile.name)'"
        )
        let identity = try enroll(profile)
        guard identity.isBound(to: origin) else { return known }
        enrolled[origin] = identity
        return identity
    }

    /// Returns the profile that enrolled the identity, else the command's own one, else the one for the origin.
    private func profile(for origin: Origin, _ known: Identity?, _ own: Profile?) throws(FedauthError) -> Profile? {
        let configuration = try profiles.configuration()
        if let known {
            guard let name = known.enrollment?.profile else { return nil }
            return configuration.profile(name)
        }
        return own ?? configuration.enrollingProfile(for: origin)
    }
}

/// The identity that is named, or to be renewed, for the issuing server; for others, their bindings decide.
final class FixedIdentity: IdentitiesInFront {
    private let identity: Identity
    private let origin: Origin

    /// Binds the identity to `origin`, the issuing server.
    init(_ identity: Identity, to origin: Origin, others: any ClientIdentities) {
        var identity = identity
        identity.origins = [origin]
        self.identity = identity
        self.origin = origin
        super.init(others)
    }

    override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        guard origin == self.origin else { return try super.identity(for: origin, isDemanded: isDemanded) }
        return identity
    }

    override func boundOrigins() throws(FedauthError) -> [Origin] {
        let bound = try super.boundOrigins()
        return bound.contains(origin) ? bound : bound + [origin]
    }
}
