import Application
import Core

/// The identities of the store, and those that a profile can enrol. When a server requires a certificate and a profile
/// names its origin, that profile enrols one at once. An expired certificate is renewed.
final class EnrollingIdentities: IdentitiesInFront {
    private let network: NetworkOptions
    private let ownProfile: String?
    private unowned let context: CommandContext
    private var enrolled: [Origin: Identity] = [:]
    private var tried: Set<Origin> = []

    /// - Parameters:
    ///   - network: the network options of the command; the profile's own settings override them.
    ///   - ownProfile: the profile of the command.
    init(_ inner: any ClientIdentities, network: NetworkOptions, ownProfile: String?, context: CommandContext) {
        self.ownProfile = ownProfile
        self.network = network
        self.context = context
        super.init(inner)
    }

    override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        if let identity = enrolled[origin] { return identity }
        let known = try super.identity(for: origin, isDemanded: isDemanded)
        let now = context.clock.now
        if let known, known.expires > now { return known }
        // The server would reject an expired identity. Without an identity, wait until the server requires a
        // certificate.
        guard known != nil || isDemanded, network.identity == nil, tried.insert(origin).inserted,
            let profile = try profile(for: origin, known)
        else { return known }
        context.streams.note(
            known == nil
                ? "'\(origin.hostAndPort)' asks for a client certificate: getting one by the profile '\(profile.name)'"
                : "the certificate for '\(origin.hostAndPort)' is over: getting a new one by the profile '\(profile.name)'"
        )
        let identity = try EnrollmentCommandWords(profile, in: context)
            .enroll(over: network, isOwn: profile.name == ownProfile)
        guard identity.isBound(to: origin) else { return known }
        enrolled[origin] = identity
        return identity
    }

    /// Returns the profile that enrolled the identity, else the one for the origin.
    private func profile(for origin: Origin, _ known: Identity?) throws(FedauthError) -> Profile? {
        let configuration = try context.configuration()
        if let known {
            guard let name = known.enrollment?.profile else { return nil }
            return configuration.profile(name)
        }
        return configuration.enrollingProfile(for: origin)
    }
}
