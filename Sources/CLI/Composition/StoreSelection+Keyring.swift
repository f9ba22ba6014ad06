import Core
public import FileStore
public import Keyring

/// The adapters know nothing of one another: what the keyring needs of the disk is joined to it here.
extension SealedFiles: ValueVault {}

extension StoreSelection {
    /// Whether a keyring can be used here.
    enum KeyringAnswer {
        case usable
        case unusable(String)
    }

    /// The desktop keyring.
    func keyring() -> any CredentialStore {
        SecretServiceStore(
            passwords: passphrase, vault: SealedFiles(directory: directories.data + "/blobs", clock: clock),
            clock: clock, hasDisplay: environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil)
    }

    /// Looks without asking anybody. A locked keyring is a keyring: it is not passed over for the file.
    func keyringAnswers() -> KeyringAnswer {
        guard environment["DBUS_SESSION_BUS_ADDRESS"] != nil || environment["XDG_RUNTIME_DIR"] != nil else {
            return .unusable("no session bus")
        }
        switch SecretServiceStore.probe() {
        case .ready, .locked: return .usable
        case .unavailable(let why): return .unusable(why.message)
        }
    }
}
