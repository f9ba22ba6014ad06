internal import CPOSIX
internal import Glibc

/// A file that is removed when a signal ends the process, while this value exists.
public final class GuardedFile {
    /// The path of the file.
    public let path: String
    private let slot: Int32

    /// Begins to guard the file, which need not exist yet.
    public init(_ path: String) {
        self.path = path
        slot = cposix_guard_file(path)
    }

    deinit { cposix_unguard_file(slot) }
}
