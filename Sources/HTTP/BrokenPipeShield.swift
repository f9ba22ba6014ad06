internal import Glibc

/// Blocks SIGPIPE in this thread while libcurl writes to connections that the server may have closed. With
/// CURLOPT_NOSIGNAL libcurl does not do this; without that option it would change the handler of the whole process.
enum BrokenPipeShield {
    static func during<Result>(_ body: () -> Result) -> Result {
        var pipe = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        sigpending(&pending)
        // A SIGPIPE that was already pending must stay pending.
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        let result = body()
        if !wasPending {
            var noTime = timespec()
            while sigtimedwait(&pipe, nil, &noTime) == SIGPIPE {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }
}
