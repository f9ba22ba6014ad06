import FileStore
import Secrets
import Synchronization

/// Keeps keys in the memory of the test, for ever.
final class MemoryKeys: KeyCacheBackend {
    let isUsable = true
    private let payloads = Mutex<[String: [UInt8]]>([:])

    /// The number of data keys.
    var dataKeys: Int { payloads.withLock { $0.keys.count { $0.hasPrefix("fedauth:key:") } } }

    func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool {
        let bytes = payload.withBytes { Array($0) }
        payloads.withLock { $0[description] = bytes }
        return true
    }

    func get(_ description: String, atMost limit: Int) -> Secret? {
        guard let bytes = payloads.withLock({ $0[description] }) else { return nil }
        return Secret(bytes)
    }

    func extend(_ description: String, timeoutSeconds: UInt32) {}

    func remove(_ description: String) -> Bool {
        payloads.withLock { $0[description] = nil }
        return true
    }
}
