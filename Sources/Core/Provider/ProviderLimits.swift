/// Where a provider has a say.
public struct ProviderLimits: Sendable {
    /// What it is asked for.
    public var kinds: Set<ProviderKind>
    /// What it gives is for these, and it is asked for no others: programs may give the same to whoever asks.
    public var named: NamedOrigins
    /// False: what it gave before is used, and nothing is asked.
    public var mayAsk: Bool

    /// These.
    public init(kinds: Set<ProviderKind> = Set(ProviderKind.allCases), for named: NamedOrigins, mayAsk: Bool = true) {
        self.kinds = kinds
        self.named = named
        self.mayAsk = mayAsk
    }

    func allows(_ kind: ProviderKind, _ origin: Origin) -> Bool { kinds.contains(kind) && named.contains(origin) }
}
