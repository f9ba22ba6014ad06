/// The current time. It is a protocol so that tests can set it.
public protocol WallClock: Sendable {
    /// The current time of the calendar.
    var now: Timestamp { get }
    /// Milliseconds of a clock that never goes back; its start is arbitrary.
    var monotonicMilliseconds: Int64 { get }
    /// The end of all waits of the command, as the user wants it; nil: each wait has its own.
    var limit: Deadline? { get }
}

extension WallClock {
    /// None.
    public var limit: Deadline? { nil }

    /// Returns the end of what begins now: that of the command, else `seconds` from now. The default is five minutes, so that
    /// the user can find and approve a push notification.
    public func deadline(usually seconds: Int64 = 300) -> Deadline { limit ?? Deadline(seconds: seconds, from: self) }
}

/// A clock whose waits end together.
public struct LimitedClock: WallClock {
    private let clock: any WallClock
    /// The common end.
    public let limit: Deadline?

    /// Ends the waits `seconds` from now, or at the limit of `clock` if that comes first; nil: only there.
    public init(_ clock: any WallClock, seconds: Int64?) {
        self.clock = clock
        limit = seconds.map { Deadline(seconds: $0, from: clock) } ?? clock.limit
    }

    /// The current time of the calendar.
    public var now: Timestamp { clock.now }
    /// Milliseconds of the clock that is limited.
    public var monotonicMilliseconds: Int64 { clock.monotonicMilliseconds }
}

/// The end of a wait, on the monotonic time of a clock.
public struct Deadline: Sendable {
    private let clock: any WallClock
    private let end: Int64
    /// The original limit, for messages.
    public let limitSeconds: Int64

    /// Creates a deadline `seconds` from now, or at the limit of the clock if that comes first.
    public init(seconds: Int64, from clock: any WallClock) {
        let (milliseconds, tooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (end, tooLate) = clock.monotonicMilliseconds.addingReportingOverflow(milliseconds)
        let own = tooLong || tooLate ? Int64.max : end
        if let limit = clock.limit, limit.end < own {
            self = limit
        } else {
            self.clock = clock
            self.end = own
            limitSeconds = seconds
        }
    }

    /// Returns the earlier of two deadlines.
    public func or(_ other: Deadline) -> Deadline { other.remainingMilliseconds < remainingMilliseconds ? other : self }

    /// The milliseconds left; 0 when the deadline has passed.
    public var remainingMilliseconds: Int64 { max(0, end - clock.monotonicMilliseconds) }
    /// The seconds left, rounded up.
    public var remainingSeconds: Int64 { remainingMilliseconds / 1000 + (remainingMilliseconds % 1000 > 0 ? 1 : 0) }

    /// Throws `timed-out` when the deadline has passed; `waitingFor` completes "timed out while …".
    public func check(waitingFor: String) throws(FedauthError) {
        if remainingMilliseconds == 0 {
            throw FedauthError(
                .timedOut, "timed out after \(limitSeconds) s while \(waitingFor)",
                hint: "allow more time by --timeout or FEDAUTH_TIMEOUT")
        }
    }
}
