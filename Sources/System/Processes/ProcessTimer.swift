internal import CPOSIX

/// Ends this process after a time, from a signal handler.
public enum ProcessTimer {
    /// Begins the time.
    ///
    /// - Parameters:
    ///   - words: written to stderr at the end.
    ///   - result: written to stdout at the end.
    ///   - status: the exit status.
    public static func begin(milliseconds: Int64, words: String, result: String, status: Int32) {
        cposix_limit_time(milliseconds, words, result, status)
    }

    /// Ends the limit.
    public static func lift() { cposix_lift_limit() }
}
