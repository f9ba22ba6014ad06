internal import CPOSIX
internal import Glibc

/// A child process that ends, with its descendants, by a signal that ends this process and at the end of this object. What it
/// has left behind when it ends by itself, such as an agent, lives on.
public final class GuardedChild {
    /// The destination of one of its standard streams.
    public enum Stream: Sendable {
        /// /dev/null.
        case nothing
        /// The stream of this process.
        case ours
        /// An open file.
        case descriptor(Int32)
    }

    private let processID: pid_t
    private var isReaped = false

    /// Starts a program, found by PATH, without any signal blocked; none of its arguments is secret.
    public init(_ arguments: [String], input: Stream, output: Stream, errors: Stream) throws(SystemFailure) {
        processID = try GuardedSpawn.start(arguments, adoptsOrphans: true) { actions in
            for (number, stream) in [(0, input), (1, output), (2, errors)] as [(Int32, Stream)] {
                switch stream {
                case .nothing:
                    posix_spawn_file_actions_addopen(
                        &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
                case .ours: break
                case .descriptor(let theirs): posix_spawn_file_actions_adddup2(&actions, theirs, number)
                }
            }
        }
        cposix_guard_tree()
    }

    deinit {
        guard !isReaped else { return }
        cposix_end_tree(processID, 200)
        _ = try? ProcessEnd.wait(for: processID)
        cposix_unguard_child()
    }

    /// Returns how the process ended; nil while it runs. Call it no more afterwards. A process whose end the system does
    /// not report counts as successful.
    public func finished() -> ProcessEnd? {
        let end: ProcessEnd?
        do throws(SystemFailure) { end = try ProcessEnd.now(of: processID) } catch { end = .status(0) }
        guard let end else { return nil }
        isReaped = true
        // The kernel may reuse this process ID from now on.
        cposix_unguard_child()
        return end
    }
}

/// Starts a program that a signal to this process also ends.
enum GuardedSpawn {
    /// Starts a process and returns its ID. Searches PATH for `file`, or else the first word. Resets the signals that
    /// this process ignores or blocks, and those `handled`, which it ignores for a while. The process is the guarded
    /// child until `cposix_unguard_child`. It inherits only the descriptors below `descriptorCount`, which `actions`
    /// set up: libraries leave connections open across the start of a program, and files of secrets that the caller
    /// opened do not belong to it. `adoptsOrphans`: a process between this one and the program, whose ID is returned,
    /// becomes the parent of what the program's descendants leave behind. Throws when it cannot be started.
    static func start(
        _ arguments: [String], file: String? = nil, adoptsOrphans: Bool = false, handled: [Int32] = [],
        descriptorCount: Int32 = 3, _ actions: (inout posix_spawn_file_actions_t) -> Void
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

/// Starts processes that do not depend on this one: each in its own session, with no signal ignored or blocked, and with
/// no descriptors but the given ones.
public enum DetachedProcess {
    /// The path of this program (proc(5)).
    public static let ownProgram = "/proc/self/exe"

    /// Starts a process and returns its ID; does not wait for it. `program` is a path; nil: the first of the words.
    /// `environment`: its variables, as `NAME=value`. `streams`: its descriptors 0, 1, 2 and so on, at most 16; nil:
    /// /dev/null. The caller still owns them. `endsWithParent`: the kernel kills it when this process, which has one
    /// thread, ends in any way.
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
