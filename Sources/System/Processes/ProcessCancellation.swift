internal import CPOSIX

/// Lets another process of this user end this one cleanly, from a signal handler.
public enum ProcessCancellation {
    /// Allows it until `end`; calls nest, and the texts of the outermost count.
    ///
    /// - Parameters:
    ///   - words: written to stderr at the end.
    ///   - result: written to stdout at the end.
    ///   - status: the exit status.
    public static func begin(words: String, result: String, status: Int32) {
        cposix_arm_cancel(words, result, status)
    }

    /// Ends what `begin` began.
    public static func end() { cposix_unarm_cancel() }
}
