public import Core

extension SecretPlaces {
    /// Returns the named source; nil when none is named. Throws the same errors as `check`.
    public func source(
        in store: any CredentialStore, _ context: Context
    ) throws(FedauthError) -> (any SecretSource)? {
        try source(context)
            ?? entry.map { LearnedSource(StoreSecretSource(NamedEntry($0), store: store), context.known) }
    }

    /// Returns the named source; ignores an entry of the store.
    public func source(_ context: Context) throws(FedauthError) -> (any SecretSource)? {
        try check()
        return named(context.clock, context.reporter).map { LearnedSource($0, context.known) }
    }

    private func named(_ clock: any WallClock, _ reporter: any Reporter) -> (any SecretSource)? {
        if isStdin { return DescriptorSecretSource(number: 0, clock: clock) }
        if let descriptor { return DescriptorSecretSource(number: descriptor, clock: clock) }
        if let file { return FileSecretSource(path: file, reporter: reporter, clock: clock) }
        return command.map { CommandSecretSource(command: $0, clock: clock) }
    }
}
