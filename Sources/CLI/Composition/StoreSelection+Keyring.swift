import Core
public import FileStore
public import Keyring

/// Adapters do not know one another; this connects the keyring to the files that it needs.
extension SealedFiles: LargeValueStore {}

extension StoreSelection {
    /// Whether a keyring can be used here.
    enum KeyringAnswer {
        case usable
        case unusable(String)
    }

    /// The address of the session bus.
    var busAddress: SessionBusAddress? { SessionBusAddress { environment[$0] } }

    /// Returns the desktop keyring.
    func keyring() -> any CredentialStore {
        SecretServiceStore(
            bus: busAddress, passwords: passphrase,
            vault: SealedFiles(directory: directories.data + "/blobs", clock: clock),
            clock: clock, hasDisplay: environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil)
    }

    /// Looks for a keyring without a prompt. A locked keyring counts as present: the file does not replace it.
    func keyringAnswers() -> KeyringAnswer {
        switch SecretServiceStore.probe(bus: busAddress) {
        case .ready, .locked: return .usable
        case .unavailable(let why): return .unusable(why.message)
        }
    }
}
