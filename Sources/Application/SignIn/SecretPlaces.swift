public import Core

/// The sources of one secret that the options name.
public struct SecretPlaces {
    /// The secret in words: "password".
    public let secret: String
    /// The prefix of the options' names.
    public let option: String
    /// `-stdin`.
    public var isStdin = false
    /// `-file`.
    public var file: String?
    /// `-fd`.
    public var descriptor: Int32?
    /// `-command`.
    public var command: String?
    /// `-store`.
    public var entry: String?
    /// `--empty-password`: there is none, and that is sent.
    public var isEmpty = false

    /// The places of the passphrase of a file.
    public static var passphrase: SecretPlaces { SecretPlaces(secret: "passphrase", option: "--passphrase") }
    /// Whether a source is named.
    public var isNamed: Bool { !given.isEmpty }
    /// The first option that names a source.
    public var namedOption: String? { given.first }

    private var given: [String] {
        [
            ("-stdin", isStdin), ("-file", file != nil), ("-fd", descriptor != nil), ("-command", command != nil),
            ("-store", entry != nil),
        ].filter(\.1).map { option + $0.0 } + (isEmpty ? ["--empty-password"] : [])
    }

    /// Throws `usage` for more than one source, and for an invalid descriptor.
    public func check() throws(FedauthError) {
        guard given.count <= 1 else {
            throw FedauthError(
                .usage,
                "the \(secret) comes from more than one place: \(given.map { "'\($0)'" }.joined(separator: " and "))",
                hint: "name one of them")
        }
        guard descriptor.map({ $0 >= 0 }) ?? true else {
            throw FedauthError(.usage, "'\(option)-fd \(descriptor ?? 0)' is not a descriptor", hint: "it is 0 or more")
        }
    }

    /// Returns the named source; nil when none is named. Throws the same errors as `check`.
    public func source(in store: any CredentialStore, _ context: Context) throws(FedauthError) -> (any SecretSource)? {
        try source(context)
            ?? entry.map { SecretReader(SecretReader(NamedEntry($0), in: store), maskedBy: context.known) }
    }

    /// Returns the named source; ignores an entry of the store.
    public func source(_ context: Context) throws(FedauthError) -> (any SecretSource)? {
        try check()
        return named(context.clock, context.reporter).map { SecretReader($0, maskedBy: context.known) }
    }

    private func named(_ clock: any WallClock, _ reporter: any Reporter) -> (any SecretSource)? {
        if isStdin { return DescriptorSecretSource(number: 0, clock: clock) }
        if isEmpty { return FileSecretSource(path: FileSecretSource.empty, reporter: reporter, clock: clock) }
        if let descriptor { return DescriptorSecretSource(number: descriptor, clock: clock) }
        if let file { return FileSecretSource(path: file, reporter: reporter, clock: clock) }
        return command.map { SecretReader(command: $0, clock: clock) }
    }
}
