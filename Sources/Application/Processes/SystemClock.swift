public import Core
internal import System

/// The clocks of the machine.
public struct SystemClock: WallClock {
    /// Reads the clocks at each use.
    public init() {}

    /// The current time.
    public var now: Timestamp { Timestamp(seconds: SystemTime.seconds) }
    /// A time that only goes forward.
    public var monotonicMilliseconds: Int64 { SystemTime.monotonicMilliseconds }

    /// Sleeps; continues after signals that do not end the process.
    public static func sleep(milliseconds: Int64) { SystemTime.sleep(milliseconds: milliseconds) }
}

extension Deadline {
    /// Throws `timed-out` when a wait of that length would end after the deadline; `what` begins then.
    func check(forSeconds seconds: Int64, _ what: String) throws(FedauthError) {
        guard remainingMilliseconds < seconds * 1000 else { return }
        throw FedauthError(
            .timedOut, "\(what.folded(to: 100)) begins in \(seconds) s, after the time limit",
            hint: "'--timeout' sets a longer one")
    }

    /// Throws `timed-out` when the deadline has passed.
    func check(_ name: String) throws(FedauthError) { try check(waitingFor: "waiting for '\(name.folded(to: 100))'") }

    /// Waits until `descriptor` is readable (or writable) or closed. Throws `timed-out`.
    public func wait(for descriptor: Int32, toWrite: Bool = false, name: String) throws(FedauthError) {
        while true {
            try check(name)
            if Readiness.wait(for: descriptor, toWrite ? .writing : .reading, milliseconds: remainingMilliseconds) {
                return
            }
        }
    }
}
