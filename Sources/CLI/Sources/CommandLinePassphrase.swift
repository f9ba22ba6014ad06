import Application
import Core
import Secrets
import System

/// The key that opens the store, from the first source that has it: key file, descriptor, file, systemd credential,
/// environment, terminal or askpass.
final class CommandLinePassphrase: StorePassphraseSource {
    private let options: StoreOptions
    private let environment: Environment
    private let prompter: any Prompter
    private let reporter: any Reporter
    private let budget: () -> WaitBudget
    private let known: KnownSecrets
    /// The named store that the command makes.
    var made: StoreName?
    /// Kept, because a descriptor can be read only once.
    private let named: (any SecretSource)?

    init(
        options: StoreOptions, environment: Environment, prompter: any Prompter, reporter: any Reporter,
        budget: @escaping () -> WaitBudget, known: KnownSecrets
    ) {
        self.options = options
        self.environment = environment
        self.prompter = prompter
        self.reporter = reporter
        self.budget = budget
        self.known = known
        named = Self.source(options, environment, reporter, budget)
    }

    var isGiven: Bool {
        options.storeKeyFile != nil || named != nil || environment.storePassphrase != nil
    }

    /// Throws `usage` for a missing file that an option names. While the store is open, the missing file would not be
    /// noticed, and a later unattended run would fail.
    func check() throws(FedauthError) {
        for path in [options.storeKeyFile, options.storePassphraseFile].compactMap({ $0 }) {
            try SystemCall.attempt("open", path) { () throws(SystemFailure) in try FileNames.find(path) }
        }
    }

    /// The name of the systemd credential (`LoadCredential=`, systemd.exec(5)).
    static let credentialName = "fedauth.store"

    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        if let given = try given() { return given.secret.copy() }
        guard prompter.canAsk || !new else {
            throw FedauthError(
                .inputNeeded,
                "there is no store\(made.map { " '\($0.text)'" } ?? "") yet, and fedauth cannot ask for a new passphrase",
                hint: "give one by '--store-passphrase-file FILE' or \(Environment.passphraseName), or run"
                    + " 'fedauth store init\(made.map { " --name \($0.text)" } ?? "")' on a terminal")
        }
        guard prompter.canAsk else {
            throw FedauthError(
                .storeLocked, "\(place) needs its passphrase",
                hint:
                    "run '\(unlocking)' on a terminal; a script gives it by '--store-passphrase-file FILE' "
                    + "or \(Environment.passphraseName), or a key by '--store-key-file', which 'fedauth store slot add' makes"
            )
        }
        guard new else { return try prompter.ask("Passphrase of \(place): ", isSecret: true) }
        reporter.note("what is kept here goes into an encrypted file, which a passphrase of yours opens")
        return try prompter.askTwice("New passphrase for \(place): ")
    }

    /// The command that opens the store of the options.
    private var unlocking: String { "fedauth store unlock\(options.store?.nameOption ?? "")" }

    func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        if let path = options.storeKeyFile {
            reporter.detail("the store's key comes from file:\(path)")
            let bytes = try KeyFile.read(path, reporter: reporter, budget: budget())
            return [StoreKey(.keyFile, SharedSecret(bytes), source: path)]
        }
        if options.storePassphraseFd == nil, options.storePassphraseFile == nil,
            let path = Self.credentialPath(environment)
        {
            reporter.detail("the store's key comes from file:\(path)")
            let credential = SharedSecret(try KeyFile.read(path, reporter: reporter, budget: budget()))
            var passphrase = credential.copy()
            passphrase.dropTrailingLineBreak()
            // The cheap key is tried first.
            return [
                StoreKey(.credential, credential, source: path),
                StoreKey(.passphrase, SharedSecret(passphrase), source: path),
            ].filter { kinds.contains($0.kind) }
        }
        if let given = try given() { return [given] }
        guard kinds.contains(.passphrase) else {
            let wanted = kinds.map(\.text).sorted().joined(separator: " or ")
            throw FedauthError(
                .storeLocked, "\(place) is opened by a \(wanted)",
                hint: "give it by '--store-key-file FILE'; systemd hands over credentials to services")
        }
        return [StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: false)))]
    }

    func newKey(for place: String) throws(FedauthError) -> StoreKey {
        if let path = options.storeKeyFile {
            let bytes = try KeyFile.readOrMake(path, .keyFile, reporter: reporter, budget: budget())
            return StoreKey(.keyFile, SharedSecret(bytes))
        }
        return StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: true)))
    }

    /// Returns the passphrase from options, credential or environment, if there is one.
    private func given() throws(FedauthError) -> StoreKey? {
        if let named {
            reporter.detail("the store's passphrase comes from \(named.description)")
            let passphrase = try named.secret()
            known.learn(passphrase)
            return StoreKey(.passphrase, SharedSecret(passphrase), source: named.description)
        }
        guard let passphrase = environment.storePassphrase else { return nil }
        known.learn(passphrase.copy())
        reporter.detail("the store's passphrase comes from \(Environment.passphraseName)")
        return StoreKey(.passphrase, passphrase, source: Environment.passphraseName)
    }

    private static func source(
        _ options: StoreOptions, _ environment: Environment, _ reporter: any Reporter,
        _ budget: @escaping () -> WaitBudget
    ) -> (any SecretSource)? {
        if let number = options.storePassphraseFd {
            return DescriptorSecretSource(number: number, budget: budget())
        }
        let path = options.storePassphraseFile ?? credentialPath(environment)
        return path.map { FileSecretSource(path: $0, reporter: reporter, budget: budget()) }
    }

    /// Returns the path of the systemd credential that opens the store, if there is one.
    static func credentialPath(_ environment: Environment) -> String? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = directory + "/" + credentialName
        return FileNames.isReadable(path) ? path : nil
    }
}
