import Core
import Glibc

/// The time limit for input from other processes: at most until the deadline of the sign-in that needs it.
struct WaitBudget {
    let deadline: Deadline
    let clock: any WallClock

    /// Returns a limit that begins now.
    static func ofSeconds(_ seconds: Int64) -> WaitBudget {
        WaitBudget(deadline: Deadline(seconds: seconds, from: SystemClock()), clock: SystemClock())
    }

    /// Throws `timed-out` when the limit has passed.
    func check(_ name: String) throws(FedauthError) {
        try deadline.check(clock, waitingFor: "waiting for '\(name.folded(to: 100))'")
    }

    /// Waits until `descriptor` is readable (or writable) or closed. Throws `timed-out`.
    func wait(for descriptor: Int32, toWrite: Bool = false, name: String) throws(FedauthError) {
        while true {
            try check(name)
            var waiting = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
            let milliseconds = Int32(clamping: deadline.remainingMilliseconds(clock))
            if poll(&waiting, 1, milliseconds) > 0 { return }
        }
    }
}
