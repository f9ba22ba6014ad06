public import Core

/// The user agent and what belongs to it, made from the network settings.
public struct Network {
    /// Sends requests and reads answers.
    public let agent: UserAgent
    /// Sends the requests of a browser's pages: with a provider's certificates, and without its header fields.
    public let pages: any Transport
    /// The client certificates for servers that ask for them; nil: none is used.
    public let identities: (any ClientIdentities)?
    /// Receives the conversation of a browser; nil: it is not traced.
    public let trace: ConversationTrace?
    /// The absolute path of the file with the trusted certificates; nil: those of the system.
    public let authorities: String?

    /// Creates the network. Without `pages`, the agent sends the requests of a browser's pages.
    public init(
        _ agent: UserAgent, pages: (any Transport)? = nil, identities: (any ClientIdentities)? = nil,
        trace: ConversationTrace? = nil, authorities: String? = nil
    ) {
        self.authorities = authorities
        self.agent = agent
        self.pages = pages ?? agent.transport
        self.identities = identities
        self.trace = trace
    }

    /// The end of what begins now.
    var deadline: Deadline { agent.clock.deadline() }

    /// Returns the user agent; if its policy lists allowed hosts, adds the hosts of `endpoints`, which the user named.
    public func agent(for endpoints: [WebURL]) -> UserAgent {
        var agent = agent
        if !agent.policy.allowedHosts.isEmpty { agent.policy.allowedHosts += endpoints.map(\.host) }
        return agent
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
    ) { (self.kinds, self.named, self.user, self.mayAsk) = (kinds, named, user, mayAsk) }

    /// Creates a use for the servers of these addresses.
    public init(
        kinds: Set<ProviderKind> = Set(ProviderKind.allCases), named: [WebURL], user: String?, mayAsk: Bool = true
    ) { self.init(kinds: kinds, named: NamedOrigins(named), user: user, mayAsk: mayAsk) }
}
