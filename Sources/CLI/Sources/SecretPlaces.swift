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

    /// Whether one is named.
    var isNamed: Bool { !given.isEmpty }

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
        try source(parts.patience, parts.reporter, parts.known)
            ?? entry.map { LearnedSource(StoreSecretSource(name: $0, store: parts.store), parts.known) }
    }

    /// The same where there is no store.
    func source(
        _ patience: Patience, _ reporter: any Reporter, _ known: KnownSecrets
    ) throws(FedauthError) -> (any SecretSource)? {
        try check()
        return named(patience, reporter).map { LearnedSource($0, known) }
    }

    private func named(_ patience: Patience, _ reporter: any Reporter) -> (any SecretSource)? {
        if isStdin { return DescriptorSecretSource(number: 0, patience: patience) }
        if let descriptor { return DescriptorSecretSource(number: descriptor, patience: patience) }
        if let file { return FileSecretSource(path: file, reporter: reporter, patience: patience) }
        return command.map { CommandSecretSource(command: $0, patience: patience) }
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

extension NetworkOptions {
    /// Where the proxy's password comes from.
    var proxyPassword: SecretPlaces {
        SecretPlaces(
            secret: "proxy's password", option: "--proxy-password", file: proxyPasswordFile,
            descriptor: proxyPasswordFd, command: proxyPasswordCommand)
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
