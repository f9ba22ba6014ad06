public import Core
internal import Crypto
public import Secrets
internal import System

/// A file of random bytes that opens a store. Every byte counts, including a line break at the end.
public enum KeyFile {
    private static let maximumBytes = 64 << 10

    /// Reads the file; warns when other users may read it too.
    public static func read(
        _ path: String, reporter: any Reporter, until deadline: Deadline
    ) throws(FedauthError) -> Secret {
        try FileSecretSource.content(of: path, limit: maximumBytes, reporter, until: deadline)
    }

    /// Reads the file, or creates it with mode 0600 and 32 random bytes, and syncs it before it opens anything.
    public static func readOrMake(
        _ path: String, _ kind: StoreKeyKind, reporter: any Reporter, until deadline: Deadline
    ) throws(FedauthError) -> Secret {
        guard FileNames.isMissing(path) else { return try read(path, reporter: reporter, until: deadline) }
        let bytes = try SystemRandom().secret(StoreKey.randomBytes)
        let isMade = try bytes.withBytes { (bytes) throws(FedauthError) in try AtomicFile.make(bytes, at: path) }
        // Another process created the file first: its bytes are the key.
        guard isMade else { return try read(path, reporter: reporter, until: deadline) }
        reporter.note("made the \(kind.text) '\(path)': keep a copy where it cannot be lost")
        return bytes
    }
}
