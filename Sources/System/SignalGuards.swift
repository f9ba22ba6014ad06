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

/// Makes a shell that evaluates the output fail when a signal ends this process too early.
public enum OutputGuard {
    /// Sets the text that is then written to stdout; nil: none.
    public static func set(_ text: String?) { cposix_guard_output(text) }

    /// The output begins.
    public static func begins() { cposix_guard_output_begins() }

    /// The output is complete.
    public static func ends() { cposix_guard_output_ends() }

    /// Whether only a part of the output was written.
    public static var isPartial: Bool { cposix_guard_output_state() == cposix_output_partial }
}

/// Blocks signals while the handler does not know yet what to clean up: a child that has started but is not recorded
/// would continue without fedauth.
public enum SavedSignalMask {
    /// Runs `body` while this thread gets no signal.
    public static func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}

/// Ends this process after a time, from a signal handler.
public enum ProcessTimer {
    /// Begins the time; `words` go to stderr at the end, `result` to stdout.
    public static func begin(milliseconds: Int64, words: String, result: String, status: Int32) {
        cposix_limit_time(milliseconds, words, result, status)
    }

    /// Ends the limit.
    public static func lift() { cposix_lift_limit() }
}

/// Lets another process of this user end this one cleanly, from a signal handler.
public enum ProcessCancellation {
    /// Allows it until `end`; calls nest, and the outermost counts: `words` for stderr, `result` for stdout.
    public static func begin(words: String, result: String, status: Int32) { cposix_arm_cancel(words, result, status) }

    /// Ends what `begin` began.
    public static func end() { cposix_unarm_cancel() }
}
