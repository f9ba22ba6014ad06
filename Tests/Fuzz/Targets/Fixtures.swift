import Core
import Crypto
import Secrets
import Support

/// A key that is generated once.
enum FuzzKey {
    private static let made = Result { try OpenSSLEnrollment().makeKey(.p256) }

    /// Returns the key as PKCS#8.
    static func p256() throws -> SharedSecret { try made.get() }
}

/// Stores in memory.
enum MemoryStores {
    /// Returns a new store without entries.
    static func empty() -> MemoryStore { MemoryStore(clock: Surroundings.clock()) }
}
