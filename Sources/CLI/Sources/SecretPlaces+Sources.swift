import Application

extension CredentialOptions {
    /// The source of the password.
    var password: SecretPlaces {
        SecretPlaces(
            secret: "password", option: "--password", isStdin: passwordStdin, file: passwordFile,
            descriptor: passwordFd,
            command: passwordCommand, entry: passwordStore)
    }
}

extension ExchangeOptions {
    /// The source of the client secret.
    var clientSecret: SecretPlaces {
        SecretPlaces(
            secret: "client's secret", option: "--client-secret", file: clientSecretFile, descriptor: clientSecretFd,
            command: clientSecretCommand, entry: clientSecretStore)
    }
}
