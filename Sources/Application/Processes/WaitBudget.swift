public import Core
internal import System

/// The time limit for input from other processes: at most until the deadline of the sign-in that needs it.
public struct WaitBudget {
    private let deadline: Deadline
    private let clock: any WallClock

    /// Creates a limit that ends at `deadline`.
    public init(deadline: Deadline, clock: any WallClock) {
        self.deadline = deadline
        self.clock = clock
    }

    /// Returns a limit that begins now.
    public static func ofSeconds(_ seconds: Int64) -> WaitBudget {
        WaitBudget(deadline: Deadline(seconds: seconds, from: SystemClock()), clock: SystemClock())
    }

    /// Throws `timed-out` when the limit has passed.
    public func check(_ name: String) throws(FedauthError) {
        try deadline.check(clock, waitingFor: "waiting for '\(name.folded(to: 100))'")
    }

    /// Throws `timed-out` when a wait of that length would end after the limit.
    public func check(forSeconds seconds: Int64, _ name: String) throws(FedauthError) {
        try check(name)
        guard deadline.remainingMilliseconds(clock) < seconds * 1000 else { return }
        throw FedauthError(
            .timedOut, "\(name.folded(to: 100)) begins in \(seconds) s, after the time limit",
            hint: "'--timeout' sets a longer one")
    }

    /// Waits until `descriptor` is readable (or writable) or closed. Throws `timed-out`.
    public func wait(for descriptor: Int32, toWrite: Bool = false, name: String) throws(FedauthError) {
        while true {
            try check(name)
            let limit = deadline.remainingMilliseconds(clock)
            if Readiness.wait(for: descriptor, toWrite ? .writing : .reading, milliseconds: limit) { return }
        }
    }
}
