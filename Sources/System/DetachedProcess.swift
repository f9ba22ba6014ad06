internal import CPOSIX
internal import Glibc

/// Starts processes that do not depend on this one: each in its own session, with no signal ignored or blocked, and with
/// no descriptors but the given ones.
public enum DetachedProcess {
    /// The path of this program (proc(5)).
    public static let ownProgram = "/proc/self/exe"

    /// Starts a process and returns its ID; does not wait for it.
    ///
    /// - Parameters:
    ///   - program: the path of the program; nil: the first of the words.
    ///   - environment: its variables, as `NAME=value`.
    ///   - streams: its descriptors 0, 1, 2 and so on, at most 16; nil: /dev/null. The caller still owns them.
    ///   - directory: its working directory; nil: that of this process.
    ///   - endsWithParent: whether the kernel kills it when this process, which has one thread, ends in any way.
    public static func start(
        _ words: [String], program: String? = nil, environment: [String], streams: [Int32?] = [nil, nil, nil],
        in directory: String? = nil, endsWithParent: Bool = false
    ) throws(SystemFailure) -> Int32 {
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup($0) }
        defer { for pointer in arguments + variables { free(pointer) } }
        return try SystemFailure.check("execve") {
            cposix_spawn_detached(
                program ?? words.first ?? "", arguments + [nil], variables + [nil], streams.map { $0 ?? -1 },
                Int32(streams.count), directory, endsWithParent)
        }
    }
}
