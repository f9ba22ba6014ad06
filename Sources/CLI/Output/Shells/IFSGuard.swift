/// The first statements for a shell that splits text by the user's own `IFS` before it evaluates it, or that takes each word
/// with `=` for a variable of one command (`set -k`).
///
/// An IFS may hold letters, digits, quotes: what we print would come apart, and assign something else to another name.
/// With `-k` an `export` gets no name, changes nothing and lists the whole environment. `test` with one word is true.
/// `-k` takes the word of the first `test` away. Any character of ours in IFS makes the word of the second several words,
/// or makes something else of a `test`; all of it is false: nothing is set then, and the line fails.
///
/// One case is beyond this: ksh93 ignores the text, with status 0, when IFS holds its very first character, for its `eval`
/// looks no further than a first word that is empty. In quotes nothing is split.
enum IFSGuard {
    /// In the second word each character stands between others, since a separator at an end makes no second word, and no
    /// piece of it looks like an assignment.
    static let statement =
        "'test' A=b && "
        + "'test' +a%=_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0\\b'c'd$'e'f{g && "
}
