import Core
import FileStore
import Glibc

/// Chooses the store: what was asked for, else what was chosen before, else the keyring when it answers, else the file.
///
/// The choice is remembered with the first use, so that what was put in one store is not looked for in another when the
/// desktop is away.
struct StoreSelection {
    let directories: Directories
    let environment: Environment
    let clock: any WallClock
    let reporter: any Reporter
    let passphrase: any StorePassphraseSource

    func store(_ wanted: StoreOptions.Backend) throws(FedauthError) -> any CredentialStore {
        switch wanted {
        case .file: return file()
        case .keyring: return keyring()
        case .auto: return try automatic()
        }
    }

    private var memoryPath: String { directories.state + "/backend" }

    private func automatic() throws(FedauthError) -> any CredentialStore {
        switch try remembered() {
        case .keyring: return keyring()
        case .file: return file()
        default: break
        }
        let file = file()
        // A store that is there is a choice that was made.
        if access(file.location, F_OK) == 0 {
            try remember(.file)
            return file
        }
        switch keyringAnswers() {
        case .usable:
            try remember(.keyring)
            return keyring()
        case .unusable(let why):
            // Not remembered yet: the file itself will be the memory, once something is in it.
            reporter.detail("no keyring (\(why)); using the encrypted file '\(file.location)'")
            return file
        }
    }

    private func remembered() throws(FedauthError) -> StoreOptions.Backend? {
        guard access(memoryPath, F_OK) == 0 else { return nil }
        let file = try FileDescriptor(opening: memoryPath, O_RDONLY)
        let content = try file.read(name: memoryPath, limit: 64)
        let word = content.withBytes { String(decoding: $0, as: UTF8.self) }
        return StoreOptions.Backend(rawValue: word.filter(\.isLetter))
    }

    /// Uses it from now on.
    func remember(_ backend: StoreOptions.Backend) throws(FedauthError) {
        try PrivateDirectory.make(directories.state)
        try AtomicFile.write(backend.rawValue + "\n", to: memoryPath)
    }

    private func file() -> EncryptedFileStore {
        EncryptedFileStore(
            directory: directories.data, stateDirectory: directories.state, passphrases: passphrase, clock: clock,
            keeper: keyKeeper)
    }

    /// What keeps the encrypted file's key beyond a command: the kernel, else an agent, which is this program again.
    var keyKeeper: ChosenKeys {
        let directories = directories
        return ChosenKeys(
            orElse: AgentKeys(folder: { try? directories.runtime() }) { listener, folder in
                BackgroundProcess.start(["store", "agent"], keeping: [listener, folder])
            })
    }
}
