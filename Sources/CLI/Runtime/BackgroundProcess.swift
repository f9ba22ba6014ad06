import CPOSIX
import Glibc

/// Processes of this program that continue after the command has ended.
enum BackgroundProcess {
    /// Starts a process with these words. It inherits only `descriptors`, as 3, 4 and so on. Does not wait for it.
    /// Returns false when it cannot be started.
    static func start(_ words: [String], keeping descriptors: [Int32]) -> Bool {
        let pointers = (["fedauth"] + words).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return cposix_spawn_background(pointers + [nil], descriptors, Int32(descriptors.count)) > 0
    }
}
