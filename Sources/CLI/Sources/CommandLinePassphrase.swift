import Core
import Glibc
import Secrets

/// The store's passphrase, from the first place that has it: descriptor, file, systemd credential, environment,
/// terminal or askpass.
final class CommandLinePassphrase: StorePassphraseSource {
    private let options: StoreOptions
    private let environment: Environment
    private let prompter: any Prompter
    private let reporter: any Reporter
    private lazy var given: (any SecretSource)? = makeSource()

    init(
        options: StoreOptions, environment: Environment, prompter: any Prompter, reporter: any Reporter
    ) {
        self.options = options
        self.environment = environment
        self.prompter = prompter
        self.reporter = reporter
    }

    /// The name of the systemd credential (`LoadCredential=`, systemd.exec(5)).
    static let credentialName = "fedauth.store"

    func passphrase(for location: String, new: Bool) throws(FedauthError) -> Secret {
        if let given {
            reporter.detail("the store's passphrase comes from \(given.description)")
            return try given.secret()
        }
        if let passphrase = environment.storePassphrase {
            reporter.detail("the store's passphrase comes from \(Environment.passphraseName)")
            return passphrase.copy()
        }
        guard prompter.canAsk || !new else {
            throw FedauthError(
                .storeLocked, "there is no store yet, and nobody can be asked for a new passphrase",
                hint:
                    "give one by '--store-passphrase-file FILE' or \(Environment.passphraseName), or run 'fedauth "
                    + "store init' "
                    + "on a terminal")
        }
        guard prompter.canAsk else {
            throw FedauthError(
                .storeLocked, "the store '\(location)' needs its passphrase",
                hint: "run 'fedauth store unlock' on a terminal, or give it by '--store-passphrase-file FILE' or "
                    + "\(Environment.passphraseName)")
        }
        guard new else { return try prompter.ask("Passphrase of the store \(location): ", isSecret: true) }
        let first = try prompter.ask("New passphrase for the store \(location): ", isSecret: true)
        guard !first.isEmpty else {
            throw FedauthError(
                .usage, "a store needs a passphrase",
                hint: "type one, or use "
                    + "'--store keyring'")
        }
        let second = try prompter.ask("The same again: ", isSecret: true)
        guard first.equals(second) else {
            throw FedauthError(
                .usage, "the two passphrases differ",
                hint: "nothing was "
                    + "made; try again")
        }
        return first
    }

    private func makeSource() -> (any SecretSource)? {
        if let number = options.storePassphraseFd { return DescriptorSecretSource(number: number) }
        if let path = options.storePassphraseFile { return FileSecretSource(path: path, reporter: reporter) }
        if let directory = environment["CREDENTIALS_DIRECTORY"] {
            let path = directory + "/" + Self.credentialName
            if access(path, R_OK) == 0 { return FileSecretSource(path: path, reporter: reporter) }
        }
        return nil
    }
}
