public import Core
internal import Synchronization
internal import System

/// The clocks of the machine.
public struct SystemClock: WallClock {
    /// The end of all waits of this process.
    private static let end = Mutex<Deadline?>(nil)

    /// Reads the clocks at each use.
    public init() {}

    /// Lets no wait of this process end later than `seconds` from now: questions, programs and servers share the time.
    ///
    /// - Parameter seconds: nil: each wait has its own end.
    public static func limitProcess(seconds: Int64?) {
        end.withLock { $0 = nil }
        let deadline = seconds.map { Deadline(seconds: $0, from: SystemClock()) }
        end.withLock { $0 = deadline }
    }

    /// The end of all waits.
    public var limit: Deadline? { Self.end.withLock { $0 } }

    /// The current time.
    public var now: Timestamp { Timestamp(seconds: SystemTime.seconds) }

    /// A time that only goes forward.
    public var monotonicMilliseconds: Int64 { SystemTime.monotonicMilliseconds }

    /// Sleeps; continues after signals that do not end the process.
    public static func sleep(milliseconds: Int64) { SystemTime.sleep(milliseconds: milliseconds) }
}
