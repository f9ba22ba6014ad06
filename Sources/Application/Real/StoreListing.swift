public import Core
internal import FileStore
internal import Keyring

/// A store of this machine: its word, where it is, and its state.
public struct StoreListing {
    /// The word that selects it by `--store`.
    public let store: String
    /// `keyring`, `file` or `exec`.
    public let backend: String
    /// Its place, for people.
    public let location: String
    /// `ready`, `locked`, `absent` or `unusable`.
    public let state: String

    /// The store as one object.
    public var json: JSONValue {
        .sorted(["name": .text(store), "backend": .text(backend), "location": .text(location), "state": .text(state)])
    }
}

extension StoreBackends {
    /// Returns the back ends, then the named stores. Opens none, and asks for nothing.
    public func listing() -> [StoreListing] { everyStore().map { listed($0) } }

    private func listed(_ store: StoreBackend) -> StoreListing {
        func entry(_ backend: String, _ location: String, _ state: String) -> StoreListing {
            StoreListing(store: store.rawValue, backend: backend, location: location, state: state)
        }
        switch store {
        case .auto, .keyring:
            let state = try? SecretServiceStore.probe(bus: busAddress)
            return entry("keyring", "the desktop keyring", state?.rawValue ?? "unusable")
        case .file: return entry("file", file().location, state(of: file()))
        case .named(let name): return entry("file", file(name).location, state(of: file(name)))
        case .program(let name):
            let state = try? program(name, isInteractive: false).state()
            return entry("exec", store.rawValue, state?.rawValue ?? "unusable")
        }
    }

    /// Looking does not count as a use of a key that is kept in memory.
    private func state(of file: EncryptedFileStore) -> String {
        let found = file.inspect()
        return found.failure == nil ? found.state : "unusable"
    }
}
