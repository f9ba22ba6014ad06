import Core

/// A word that Tab can insert at the cursor.
struct Candidate: Equatable {
    let word: String
    /// A description, for shells that can show one.
    let meaning: String

    init(_ word: String, _ meaning: String = "") {
        self.word = word
        self.meaning = meaning
    }

    /// Whether the word fits on a line: control characters in a name would change what the terminal shows.
    var isShowable: Bool { !word.isEmpty && word == word.printable }
}

/// The candidates that Tab offers for the last word of a command line.
struct Proposal: Equatable {
    /// What the shell completes itself: paths, or the command line after `exec --`.
    enum Paths: String { case none, files, directories, command }

    var candidates: [Candidate] = []
    var paths = Paths.none
    /// The part of the word before the path or the name, such as `--file=`.
    var prefix = ""
    /// Whether the word continues after the inserted text.
    var continues = false
    /// Names that must be looked up, which can take a while; `prefix` precedes each of them.
    var names: [NameSource] = []
}
