import Core
import Glibc

/// How long to wait for what others write: up to the end of the sign-in that needs it.
struct WaitBudget {
    let deadline: Deadline
    let clock: any WallClock

    /// Returns a patience that begins now.
    static func ofSeconds(_ seconds: Int64) -> WaitBudget {
        WaitBudget(deadline: Deadline(seconds: seconds, from: SystemClock()), clock: SystemClock())
    }

    /// Throws `timed-out` when it is at its end.
    func check(_ name: String) throws(FedauthError) {
        try deadline.check(clock, waitingFor: "waiting for '\(name.folded(to: 100))'")
    }

    /// Returns when `descriptor` has something to read (or room to write) or has ended. Throws `timed-out`.
    func wait(for descriptor: Int32, toWrite: Bool = false, name: String) throws(FedauthError) {
        while true {
            try check(name)
            var waiting = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
            let milliseconds = Int32(clamping: deadline.remainingMilliseconds(clock))
            if poll(&waiting, 1, milliseconds) > 0 { return }
        }
    }
}
