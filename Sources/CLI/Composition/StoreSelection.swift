import Core
import FileStore
import Glibc

/// Chooses the store: the requested one, else the remembered one, else the keyring if it answers, else the file.
///
/// The choice is remembered on first use. Otherwise fedauth could write an entry to one store and, when the desktop is
/// not running, look for it in the other.
struct StoreSelection {
    let directories: Directories
    let environment: Environment
    let clock: any WallClock
    let reporter: any Reporter
    let passphrase: any StorePassphraseSource
    /// Whether the encrypted file's key is read from the cache in memory, and kept there.
    var usesCache = true

    /// The reason for the choice of a store.
    enum Reason: String {
        case option, environment, configuration, remembered
        case fileExists = "file-exists"
        case keyringAnswers = "keyring-answers"
        case noKeyring = "no-keyring"

        /// The reason in words.
        var words: String {
            switch self {
            case .option: "'--store' says so"
            case .environment: "FEDAUTH_STORE says so"
            case .configuration: "the configuration file says so"
            case .remembered: "it was chosen before"
            case .fileExists: "it is there already"
            case .keyringAnswers: "the keyring answers"
            case .noKeyring: "no keyring can be used"
            }
        }
    }

    /// A chosen store and the reason.
    struct Choice {
        var backend: StoreOptions.Backend
        var reason: Reason
        /// Why the keyring was not chosen, if it was tried.
        var obstacle: String?
    }

    func store(_ wanted: StoreOptions.Backend) throws(FedauthError) -> any CredentialStore {
        let choice = try choice(wanted, reason: .option, keyringAnswers: keyringAnswers)
        switch choice.reason {
        case .fileExists, .keyringAnswers:
            do throws(FedauthError) {
                try remember(choice.backend)
            } catch {
                // A failure is not fatal: the next command can repeat the search.
                reporter.detail("the choice is not remembered: \(error.message)")
            }
        case .noKeyring:
            // Not remembered: once the file has an entry, its existence is enough for the next choice.
            let why = choice.obstacle ?? ""
            reporter.detail("no keyring (\(why)); using the encrypted file '\(file().location)'")
        case .option, .environment, .configuration, .remembered: break
        }
        return choice.backend == .keyring ? keyring() : file()
    }

    /// Chooses the store, and changes nothing.
    ///
    /// - Parameter reason: the reason to report when `wanted` names a store.
    func choice(
        _ wanted: StoreOptions.Backend, reason: Reason, keyringAnswers: () -> KeyringAnswer
    ) throws(FedauthError) -> Choice {
        if wanted != .auto { return Choice(backend: wanted, reason: reason) }
        if let remembered = try remembered(), remembered != .auto {
            return Choice(backend: remembered, reason: .remembered)
        }
        // An existing store means that it was chosen before.
        if try isThere(file().location) { return Choice(backend: .file, reason: .fileExists) }
        switch keyringAnswers() {
        case .usable: return Choice(backend: .keyring, reason: .keyringAnswers)
        case .unusable(let why): return Choice(backend: .file, reason: .noKeyring, obstacle: why)
        }
    }

    private var memoryPath: String { directories.state + "/backend" }

    private func remembered() throws(FedauthError) -> StoreOptions.Backend? {
        guard try isThere(memoryPath) else { return nil }
        let file = try FileDescriptor(opening: memoryPath, O_RDONLY)
        let content = try file.read(name: memoryPath, limit: 64)
        let word = content.withBytes { String(decoding: $0, as: UTF8.self) }
        return StoreOptions.Backend(rawValue: word.filter(\.isLetter))
    }

    /// Returns whether the file exists. Throws `store-unavailable` when this cannot be determined; then no other store
    /// is used instead.
    private func isThere(_ path: String) throws(FedauthError) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let number = errno
        guard number != ENOENT && number != ENOTDIR else { return false }
        throw FedauthError(
            .storeUnavailable, "cannot look for '\(path)': \(String(cString: strerror(number)).lowercased())",
            hint: "look at its folders by 'ls -ld', or name the store by '--store'")
    }

    /// Remembers the store for later commands.
    func remember(_ backend: StoreOptions.Backend) throws(FedauthError) {
        try PrivateDirectory.make(directories.state)
        try AtomicFile.write(backend.rawValue + "\n", to: memoryPath)
    }

    /// Returns the encrypted file.
    func file() -> EncryptedFileStore {
        EncryptedFileStore(
            directory: directories.data, stateDirectory: directories.state, passphrases: passphrase, clock: clock,
            usesCache: usesCache, cacheBackend: keyCacheBackend)
    }

    /// Keeps the encrypted file's key after the command ends: in the kernel, else in an agent, which is this program
    /// again.
    var keyCacheBackend: FallbackKeyCache {
        let directories = directories
        return FallbackKeyCache(
            orElse: AgentKeys(folder: { directories.runtime(makes: $0) }) { listener, folder in
                BackgroundProcess.start(["store", "agent"], keeping: [listener, folder])
            })
    }
}
