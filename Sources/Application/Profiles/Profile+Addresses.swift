public import Core

extension Profile {
    /// Returns the address in one of these settings, if it belongs to the service: the token of an exchange may be for
    /// another server than the one that exchanges it.
    public func serviceAddress(_ key: String) -> WebURL? {
        guard key != "exchange-url" || text("exchange-for") == nil else { return nil }
        return text(key).flatMap { try? WebURL(argument: $0) }
    }

    /// The servers that the profile names.
    public var origins: Set<Origin> {
        let keys = AddressSetting.ofService + ["provider-origin"]
        let texts = settings.filter { keys.contains($0.key) }.flatMap(\.values).map(\.word)
        return Set(texts.compactMap { try? WebURL(argument: $0).origin })
    }
}
