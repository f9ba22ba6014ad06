/// The first statement for a shell that splits text by the user's own `IFS` before it evaluates it.
///
/// Somebody's IFS may hold letters, digits, quotes: whatever we print would come apart, and assign something else to
/// somebody else. `test` with one word is true. Any character of ours in IFS makes it several words, or no `test` at
/// all, which is false: nothing is set then, and the line fails.
enum SplitGuard {
    /// Each character stands between others, since a separator at an end makes no second word.
    static let statement =
        "'test' _0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0=a\\b'c'd$'e'f%{g && "
}
