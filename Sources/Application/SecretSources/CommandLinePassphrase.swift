public import Core
public import Secrets
internal import System

/// The key that opens the store, from the first source that has it: key file, descriptor, file, systemd credential,
/// environment, terminal or askpass.
public final class CommandLinePassphrase: StorePassphraseSource {
    private let settings: StoreSettings
    private let context: Context
    private let prompter: any Prompter
    /// The named store that the command makes.
    public var made: StoreName?
    /// Kept, because a descriptor can be read only once.
    private let named: (any SecretSource)?

    /// Reads nothing yet.
    public init(_ settings: StoreSettings, in context: Context) {
        self.settings = settings
        self.context = context
        prompter = context.prompter()
        named = Self.source(settings, context)
    }

    /// Whether an option or the environment names a key or a passphrase.
    public var isGiven: Bool { settings.keyFile != nil || named != nil || context.environment.storePassphrase != nil }

    /// An option, a credential, the environment, or a question; nil: nothing is given, and nobody can be asked.
    public var origin: String? {
        if let path = settings.keyFile { return "the key file '\(path)'" }
        return named?.description ?? (context.environment.storePassphrase != nil ? Environment.passphraseName : nil)
            ?? (prompter.canAsk ? "a question" : nil)
    }

    /// Throws `usage` for a missing file that an option names. While the store is open, the missing file would not be
    /// noticed, and a later unattended run would fail.
    public func check() throws(FedauthError) {
        for path in [settings.keyFile, settings.passphraseFile].compactMap({ $0 }) {
            try SystemCall.attempt("open", path) { () throws(SystemFailure) in try FileNames.find(path) }
        }
    }

    /// The name of the systemd credential (`LoadCredential=`, systemd.exec(5)).
    static let credentialName = "fedauth.store"

    /// Returns the passphrase; asks for it if nothing names one.
    public func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret {
        if let given = try given(new: new) { return given.secret.copy() }
        guard prompter.canAsk || !new else {
            throw FedauthError(
                .inputNeeded,
                "there is no store\(made.map { " '\($0.text)'" } ?? "") yet, and fedauth cannot ask for a new passphrase",
                hint: "'--store-passphrase-file', '--store-key-file' or \(Environment.passphraseName) gives one, or run"
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
        guard new else {
            let answer = try prompter.ask("Passphrase of \(place): ", isSecret: true)
            // A dialog that was closed may answer so.
            guard !answer.isEmpty else {
                throw FedauthError(.cancelled, "\(place) was not unlocked: nothing was typed")
            }
            return answer
        }
        context.reporter.note("what is kept here goes into an encrypted file, which a passphrase of yours opens")
        return try prompter.askTwice("New passphrase for \(place): ", context.reporter)
    }

    /// The command that opens the store of the options.
    private var unlocking: String { "fedauth store unlock\(settings.store?.nameOption ?? "")" }

    /// Returns the keys that may open the store, the cheapest first.
    public func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        if let path = settings.keyFile {
            context.reporter.detail("the store's key comes from file:\(path)")
            let bytes = try KeyFile.read(path, reporter: context.reporter, until: context.clock.deadline())
            return [StoreKey(.keyFile, SharedSecret(bytes), source: path)]
        }
        if settings.passphraseDescriptor == nil, settings.passphraseFile == nil,
            let path = Self.credentialPath(context.environment)
        {
            context.reporter.detail("the store's key comes from file:\(path)")
            let credential = SharedSecret(
                try KeyFile.read(path, reporter: context.reporter, until: context.clock.deadline()))
            var passphrase = credential.copy()
            passphrase.dropTrailingLineBreak()
            // The cheap key is tried first.
            return [
                StoreKey(.credential, credential, source: path),
                StoreKey(.passphrase, SharedSecret(passphrase), source: path),
            ].filter { kinds.contains($0.kind) }
        }
        if let given = try given(new: false) { return [given] }
        guard kinds.contains(.passphrase) else {
            let wanted = kinds.map(\.text).sorted().joined(separator: " or ")
            throw FedauthError(
                .storeLocked, "\(place) is opened by a \(wanted)",
                hint: "give it by '--store-key-file FILE'; systemd hands over credentials to services")
        }
        return [StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: false)))]
    }

    /// Returns the key of a new store.
    public func newKey(for place: String) throws(FedauthError) -> StoreKey {
        if let path = settings.keyFile {
            let bytes = try KeyFile.readOrMake(
                path, .keyFile, reporter: context.reporter, until: context.clock.deadline())
            return StoreKey(.keyFile, SharedSecret(bytes))
        }
        return StoreKey(.passphrase, SharedSecret(try passphrase(for: place, new: true)))
    }

    /// Returns the passphrase from options, credential or environment, if there is one. Throws `input-needed` for an empty one,
    /// which opens nothing; the store itself refuses a new one.
    private func given(new: Bool) throws(FedauthError) -> StoreKey? {
        if let named {
            context.reporter.detail("the store's passphrase comes from \(named.description)")
            let passphrase = try named.secret()
            guard new || !passphrase.isEmpty else {
                throw FedauthError(
                    .inputNeeded, "the store's passphrase from '\(named.description.folded(to: 80))' is empty",
                    hint: "no store has an empty one")
            }
            context.known.learn(passphrase)
            return StoreKey(.passphrase, SharedSecret(passphrase), source: named.description)
        }
        guard let passphrase = context.environment.storePassphrase else { return nil }
        context.known.learn(passphrase.copy())
        context.reporter.detail("the store's passphrase comes from \(Environment.passphraseName)")
        return StoreKey(.passphrase, passphrase, source: Environment.passphraseName)
    }

    private static func source(_ settings: StoreSettings, _ context: Context) -> (any SecretSource)? {
        if let number = settings.passphraseDescriptor {
            return DescriptorSecretSource(number: number, clock: context.clock)
        }
        let path = settings.passphraseFile ?? credentialPath(context.environment)
        return path.map { FileSecretSource(path: $0, reporter: context.reporter, clock: context.clock) }
    }

    /// Returns the path of the systemd credential that opens the store, if there is one.
    private static func credentialPath(_ environment: Environment) -> String? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = directory + "/" + credentialName
        return FileNames.isReadable(path) ? path : nil
    }
}
