/// The first statements for a shell that splits text at the user's own `IFS` before it evaluates it, or that treats
/// each word with `=` as a variable of one command (`set -k`). An IFS with letters, digits or quotes would split
/// fedauth's output and assign other values to other names; with `-k`, `export` would list the whole environment.
/// `test` with one word is true; `-k` removes the word of the first `test`, and any character of the output in IFS
/// splits the word of the second, or changes a `test`. Then a `test` is false, so nothing is set and the line fails.
/// One case cannot be detected: ksh93 ignores the text, with status 0, when IFS contains its first character, because
/// its `eval` stops at an empty first word. Quotes around the command substitution prevent all splitting.
enum IFSGuard {
    /// In the second word each character stands between others, because a separator at an end makes no second word. No
    /// piece of the word looks like an assignment.
    static let statement =
        "'test' A=b && "
        + "'test' +a%=_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0\\b'c'd$'e'f{g && "
}
