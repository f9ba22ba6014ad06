import Core

/// Where options say that one secret comes from.
struct SecretPlaces {
    /// The secret, in words: "password".
    let secret: String
    /// What the options' names begin with.
    let option: String
    var isStdin = false
    var file: String?
    var descriptor: Int32?
    var command: String?
    var entry: String?

    private var given: [String] {
        [
            ("-stdin", isStdin), ("-file", file != nil), ("-fd", descriptor != nil), ("-command", command != nil),
            ("-store", entry != nil),
        ].filter(\.1).map { "'\(option)\($0.0)'" }
    }

    /// Throws `usage` for more than one, and for a descriptor that cannot be.
    func check() throws(FedauthError) {
        guard given.count <= 1 else {
            throw FedauthError(
                .usage, "the \(secret) comes from more than one place: \(given.joined(separator: " and "))",
                hint: "name one of them")
        }
        guard descriptor.map({ $0 >= 0 }) ?? true else {
            throw FedauthError(.usage, "'\(option)-fd \(descriptor ?? 0)' is no descriptor", hint: "it is 0 or more")
        }
    }

    /// The place that is named; nil: none is. Throws as `check` does.
    func source(_ parts: FieldSource.Parts) throws(FedauthError) -> (any SecretSource)? {
        try check()
        return named(parts).map { LearnedSource($0, parts.known) }
    }

    private func named(_ parts: FieldSource.Parts) -> (any SecretSource)? {
        if isStdin { return DescriptorSecretSource(number: 0, patience: parts.patience) }
        if let descriptor { return DescriptorSecretSource(number: descriptor, patience: parts.patience) }
        if let file { return FileSecretSource(path: file, reporter: parts.reporter) }
        if let command { return CommandSecretSource(command: command, patience: parts.patience) }
        return entry.map { StoreSecretSource(name: $0, store: parts.store) }
    }
}

extension SignInOptions {
    /// Where the password comes from.
    var password: SecretPlaces {
        SecretPlaces(
            secret: "password", option: "--password", isStdin: passwordStdin, file: passwordFile,
            descriptor: passwordFd,
            command: passwordCommand, entry: passwordStore)
    }
}

extension ExchangeOptions {
    /// Where the client's secret comes from.
    var clientSecret: SecretPlaces {
        SecretPlaces(
            secret: "client's secret", option: "--client-secret", file: clientSecretFile, descriptor: clientSecretFd,
            command: clientSecretCommand, entry: clientSecretStore)
    }
}
