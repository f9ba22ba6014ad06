public import Core

/// The transport and its companions, as the network settings want them.
public struct Network {
    /// Sends requests.
    public let transport: any Transport
    /// Sends what the pages of a browser ask for: with a provider's certificates, and without its fields.
    public let pages: any Transport
    /// The client certificates that servers may ask for; nil: none is shown.
    public let identities: (any ClientIdentities)?
    /// Reads pages.
    public let reader: any MarkupReader
    /// Knows public suffixes.
    public let suffixes: any PublicSuffixes
    /// Where requests may go.
    public let policy: NavigationPolicy
    /// The limit of the whole command.
    public let timeoutSeconds: Int64

    /// An overall limit when none is given: five minutes, so that a push on a telephone can be found and answered.
    public static let defaultTimeoutSeconds: Int64 = 300

    /// Joins the parts.
    ///
    /// - Parameter pages: nil: pages of a browser are sent by `transport`.
    public init(
        transport: any Transport, pages: (any Transport)? = nil, identities: (any ClientIdentities)? = nil,
        reader: any MarkupReader, suffixes: any PublicSuffixes, policy: NavigationPolicy = NavigationPolicy(),
        timeoutSeconds: Int64 = Self.defaultTimeoutSeconds
    ) {
        self.transport = transport
        self.pages = pages ?? transport
        self.identities = identities
        self.reader = reader
        self.suffixes = suffixes
        self.policy = policy
        self.timeoutSeconds = timeoutSeconds
    }

    /// Returns the policy; where it lists allowed hosts, the hosts of `endpoints`, which the user named, are added.
    public func policy(for endpoints: [WebURL]) -> NavigationPolicy {
        var policy = policy
        if !policy.allowedHosts.isEmpty { policy.allowedHosts += endpoints.map(\.host) }
        return policy
    }
}

/// Where a command lets a provider have a say.
public struct ProviderUse {
    /// What it is asked for.
    public var kinds = Set(ProviderKind.allCases)
    /// The servers that the user or the profile named.
    public var named: NamedOrigins
    /// `--user`.
    public var user: String?
    /// False: what it gave before is used, and nothing is asked.
    public var mayAsk = true

    /// At the servers of these origins.
    public init(
        kinds: Set<ProviderKind> = Set(ProviderKind.allCases), named: NamedOrigins, user: String?, mayAsk: Bool = true
    ) {
        self.kinds = kinds
        self.named = named
        self.user = user
        self.mayAsk = mayAsk
    }

    /// At the servers of these addresses.
    public init(
        kinds: Set<ProviderKind> = Set(ProviderKind.allCases), named: [WebURL], user: String?, mayAsk: Bool = true
    ) {
        self.init(kinds: kinds, named: NamedOrigins(named), user: user, mayAsk: mayAsk)
    }
}
