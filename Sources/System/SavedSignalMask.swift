internal import Glibc

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
