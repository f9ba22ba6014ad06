import Core
import Glibc
import Secrets

/// What opens the store, from the first place that has it: key file, descriptor, file, systemd credential, environment,
/// terminal or askpass.
final class CommandLinePassphrase: StorePassphraseSource {
    private let options: StoreOptions
    private let environment: Environment
    private let prompter: any Prompter
    private let reporter: any Reporter
    /// Kept, for a descriptor can be read once only.
    private lazy var named: (any SecretSource)? = makeSource()

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

    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        if let given = try given() { return given }
        guard prompter.canAsk || !new else {
            throw FedauthError(
                .storeLocked, "there is no store yet, and nobody can be asked for a new passphrase",
                hint: "give one by '--store-passphrase-file FILE' or \(Environment.passphraseName), or run"
                    + " 'fedauth store init' on a terminal")
        }
        guard prompter.canAsk else {
            throw FedauthError(
                .storeLocked, "\(place) needs its passphrase",
                hint: "run 'fedauth store unlock' on a terminal, or give it by '--store-passphrase-file FILE' or "
                    + "\(Environment.passphraseName)")
        }
        guard new else { return try prompter.ask("Passphrase of \(place): ", isSecret: true) }
        return try prompter.askTwice("New passphrase for \(place): ")
    }

    func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        if let path = options.storeKeyFile {
            reporter.detail("the store's key comes from file:\(path)")
            return [StoreKey(.keyFile, SharedSecret(try KeyFile.read(path, reporter: reporter)))]
        }
        if options.storePassphraseFd == nil, options.storePassphraseFile == nil,
            let path = Self.credentialPath(environment)
        {
            reporter.detail("the store's key comes from file:\(path)")
            let credential = SharedSecret(try KeyFile.read(path, reporter: reporter))
            var passphrase = credential.copy()
            passphrase.dropTrailingLineBreak()
            // The cheap one first.
            return [StoreKey(.credential, credential), StoreKey(.passphrase, SharedSecret(passphrase))]
                .filter { kinds.contains($0.kind) }
        }
        guard kinds.contains(.passphrase) || environment.storePassphrase != nil || named != nil else {
            let wanted = kinds.map(\.words).sorted().joined(separator: " or ")
            throw FedauthError(
                .storeLocked, "\(place) is opened by a \(wanted)",
                hint: "give it by '--store-key-file FILE'; systemd hands over credentials to services")
        }
        return [StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: false)))]
    }

    func newKey(for place: String) throws(FedauthError) -> StoreKey {
        if let path = options.storeKeyFile {
            return StoreKey(.keyFile, SharedSecret(try KeyFile.readOrMake(path, .keyFile, reporter: reporter)))
        }
        return StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: true)))
    }

    /// The passphrase, if options, credential or environment have it.
    private func given() throws(FedauthError) -> Secret? {
        if let named {
            reporter.detail("the store's passphrase comes from \(named.description)")
            return try named.secret()
        }
        guard let passphrase = environment.storePassphrase else { return nil }
        reporter.detail("the store's passphrase comes from \(Environment.passphraseName)")
        return passphrase.copy()
    }

    private func makeSource() -> (any SecretSource)? {
        if let number = options.storePassphraseFd { return DescriptorSecretSource(number: number) }
        let path = options.storePassphraseFile ?? Self.credentialPath(environment)
        return path.map { FileSecretSource(path: $0, reporter: reporter) }
    }

    /// The systemd credential that opens the store, where there is one.
    static func credentialPath(_ environment: Environment) -> String? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = directory + "/" + credentialName
        return access(path, R_OK) == 0 ? path : nil
    }
}
