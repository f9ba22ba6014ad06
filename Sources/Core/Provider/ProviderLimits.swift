/// The limits for the use of a provider.
public struct ProviderLimits: Sendable {
    /// The kinds of credentials to ask for.
    public var kinds: Set<ProviderKind>
    /// The only origins for which it is asked and its credentials are used, because a program may return the same
    /// credential for every origin.
    public var named: NamedOrigins
    /// Whether the program may be asked; otherwise only its earlier credentials are used.
    public var mayAsk: Bool

    /// Creates limits.
    public init(kinds: Set<ProviderKind> = Set(ProviderKind.allCases), for named: NamedOrigins, mayAsk: Bool = true) {
        (self.kinds, self.named, self.mayAsk) = (kinds, named, mayAsk)
    }

    func allows(_ kind: ProviderKind, _ origin: Origin) -> Bool { kinds.contains(kind) && named.contains(origin) }
}
