internal import CPOSIX
internal import Glibc

/// Starts a program that a signal to this process also ends.
enum GuardedSpawn {
    /// Starts a process and returns its ID. Searches PATH. Resets the signals that this process ignores or blocks. The
    /// process is the guarded child until `cposix_unguard_child`. Throws when it cannot be started.
    ///
    /// It inherits only the descriptors below `descriptorCount`: libraries leave connections open across the start of a
    /// program, and files of secrets that the caller opened do not belong to it.
    ///
    /// - Parameters:
    ///   - file: the program, if it differs from the first word.
    ///   - descriptorCount: the number of descriptors that it gets.
    ///   - actions: set up its streams.
    ///   - adoptsOrphans: whether a process between this one and the program, whose ID is returned, becomes the parent of what the
    ///     program's descendants leave behind.
    ///   - handled: signals that this process ignores for a while; the process gets their default action.
    static func start(
        _ arguments: [String], file: String? = nil, adoptsOrphans: Bool = false, handled: [Int32] = [],
        descriptorCount: Int32 = 3,
        _ actions: (inout posix_spawn_file_actions_t) -> Void
    ) throws(SystemFailure) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        actions(&files)
        let refusal = cposix_close_from(&files, descriptorCount)
        guard refusal == 0 else {
            throw SystemFailure(function: "posix_spawn_file_actions_addclosefrom_np", number: refusal)
        }
        // Programs expect signals not to be ignored or blocked.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGXFSZ] + handled { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        // Not by posix_spawnp(3), which searches the working directory too where PATH says so.
        let search = ProgramSearch(path: cposix_search_path().map { String(cString: $0) })
        guard let program = file ?? arguments.first.flatMap(search.file) else {
            throw SystemFailure(function: "posix_spawn", number: ENOENT)
        }
        let failure = SavedSignalMask.during {
            let words = pointers + [nil]
            let failure =
                adoptsOrphans
                ? cposix_spawn_guarded(&child, program, &files, &attributes, words, environ)
                : posix_spawn(&child, program, &files, &attributes, words, environ)
            if failure == 0 { cposix_guard_child(child) }
            return failure
        }
        guard failure == 0 else { throw SystemFailure(function: "posix_spawn", number: failure) }
        return child
    }
}
