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
