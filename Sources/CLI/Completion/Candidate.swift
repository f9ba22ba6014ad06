import Core

/// A word that Tab can put where the cursor is.
struct Candidate: Equatable {
    let word: String
    /// What it is; shells that have room show it.
    let meaning: String

    init(_ word: String, _ meaning: String = "") {
        self.word = word
        self.meaning = meaning
    }

    /// Whether a line can hold it: a name with control characters would say something else on the terminal.
    var isShowable: Bool { !word.isEmpty && word == word.printable }
}

/// What Tab offers for the last word of a command line.
struct Proposal: Equatable {
    /// What the shell looks up by itself.
    enum Paths: String { case none, files, directories }

    var candidates: [Candidate] = []
    var paths = Paths.none
    /// The part of the word before the path, such as `--file=`.
    var prefix = ""
    /// Whether the word continues after the inserted text.
    var continues = false
    /// Names that must be looked up, which can take a while; each is preceded by `prefix`.
    var names: [NameSource] = []
}
