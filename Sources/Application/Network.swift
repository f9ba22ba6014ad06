public import Core

/// The transport and the parts that requests need beside it, made from the network settings.
public struct Network {
    /// Sends requests.
    public let transport: any Transport
    /// Sends the requests of a browser's pages: with a provider's certificates, and without its header fields.
    public let pages: any Transport
    /// The client certificates for servers that ask for them; nil: none is used.
    public let identities: (any ClientIdentities)?
    /// Reads pages.
    public let reader: any MarkupReader
    /// Knows public suffixes.
    public let suffixes: any PublicSuffixes
    /// The addresses that requests may go to.
    public let policy: NavigationPolicy
    /// The time limit of the whole command.
    public let timeoutSeconds: Int64

    /// The default time limit: five minutes, so that the user can find and approve a push notification.
    public static let defaultTimeoutSeconds: Int64 = 300

    /// Creates the network.
    ///
    /// - Parameter pages: nil: `transport` sends the requests of a browser's pages.
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

    /// Returns the policy; if it lists allowed hosts, adds the hosts of `endpoints`, which the user named.
    public func policy(for endpoints: [WebURL]) -> NavigationPolicy {
        var policy = policy
        if !policy.allowedHosts.isEmpty { policy.allowedHosts += endpoints.map(\.host) }
        return policy
    }
}

/// When a command asks a provider.
public struct ProviderUse {
    /// The kinds of answers to ask for.
    public var kinds = Set(ProviderKind.allCases)
    /// The servers that the user or the profile named.
    public var named: NamedOrigins
    /// `--user`.
    public var user: String?
    /// False: only earlier answers are used, and the provider is not asked.
    public var mayAsk = true

    /// Creates a use for the servers of these origins.
    public init(
        kinds: Set<ProviderKind> = Set(ProviderKind.allCases), named: NamedOrigins, user: String?, mayAsk: Bool = true
    ) {
        self.kinds = kinds
        self.named = named
        self.user = user
        self.mayAsk = mayAsk
    }

    /// Creates a use for the servers of these addresses.
    public init(
        kinds: Set<ProviderKind> = Set(ProviderKind.allCases), named: [WebURL], user: String?, mayAsk: Bool = true
    ) {
        self.init(kinds: kinds, named: NamedOrigins(named), user: user, mayAsk: mayAsk)
    }
}
