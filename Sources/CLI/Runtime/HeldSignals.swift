import Glibc

/// Puts signals off for a moment in which our handler would not know yet what to clean up: a child that has started and
/// is not noted down would go on without us.
enum HeldSignals {
    static func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
