public import Core

extension SecretPlaces {
    /// Returns the named source; nil when none is named. Throws the same errors as `check`.
    public func source(_ parts: FieldSource.Parts) throws(FedauthError) -> (any SecretSource)? {
        try source(parts.clock, parts.reporter, parts.known)
            ?? entry.map { LearnedSource(StoreSecretSource(NamedEntry($0), store: parts.store), parts.known) }
    }

    /// Returns the named source; ignores an entry of the store.
    public func source(
        _ clock: any WallClock, _ reporter: any Reporter, _ known: KnownSecrets
    ) throws(FedauthError) -> (any SecretSource)? {
        try check()
        return named(clock, reporter).map { LearnedSource($0, known) }
    }

    private func named(_ clock: any WallClock, _ reporter: any Reporter) -> (any SecretSource)? {
        if isStdin { return DescriptorSecretSource(number: 0, clock: clock) }
        if let descriptor { return DescriptorSecretSource(number: descriptor, clock: clock) }
        if let file { return FileSecretSource(path: file, reporter: reporter, clock: clock) }
        return command.map { CommandSecretSource(command: $0, clock: clock) }
    }
}
