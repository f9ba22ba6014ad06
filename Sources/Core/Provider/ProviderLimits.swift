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
