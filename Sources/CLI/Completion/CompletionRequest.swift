import Application
import System

/// A request by a completion script, made when the user presses Tab. fedauth's scripts are short and call this program
/// by the name that was typed, because those that libraries generate handle names with colons, blanks and quotes
/// incorrectly.
///     fedauth ---complete bash LINE WORDBREAKS
///     fedauth ---complete zsh|fish|elvish|nushell WORD… CURRENT
/// The first line of the answer tells the shell what to do: `none`, or what the shell completes itself
/// (`Proposal.Paths`); `continues` or `ends`; the length of the word's part before a path, or the number of words
/// before a command. Each further line is a candidate, followed by a tab and its description for shells that show it.
struct CompletionRequest {
    private let shell: CompletionShellName
    private let words: [String]
    private let line: BashLine?
    private let environment: Environment

    /// Parses the words; nil when they are not a completion request.
    init?(_ words: [String], environment: Environment) {
        guard words.first == "---complete", words.count >= 3, let shell = CompletionShellName(rawValue: words[1]) else {
            return nil
        }
        self.shell = shell
        self.environment = environment
        if shell == .bash {
            let line = BashLine(words[2], breaks: words.count > 3 ? words[3] : BashLine.usualBreaks)
            self.line = line
            self.words = Array(line.words.dropFirst())
        } else {
            line = nil
            self.words = words.dropFirst(2).map(shell.unquoted)
        }
    }

    /// Prints the proposals; writes nothing to stderr, and always returns status 0.
    func answer() -> Int32 {
        ThisProcess.silenceErrors()
        var before = CommonMistakes.understood(Array(words.dropLast()))
        // Behind an alias, the command that it stands for is completed.
        if let name = before.first, let alias = try? ExternalCommand.alias(name, before, environment),
            alias.first == "fedauth"
        {
            before.replaceSubrange(0..<1, with: alias.dropFirst())
        }
        let completed = before + words.suffix(1)
        let completion = Completion(completed, environmentNames: environment.names)
        let proposal = words.first == "help" && words.count > 1 ? Completion.help(words) : completion.proposal
        // Printed at once, so that these candidates appear however long the store takes.
        let start = proposal.paths == .command ? (words.firstIndex(of: "--") ?? 0) + 2 : proposal.prefix.count
        let header = [proposal.paths.rawValue, proposal.continues ? "continues" : "ends", String(start)]
        say([header.joined(separator: " ")] + lines(proposal.candidates))
        guard !proposal.names.isEmpty else { return 0 }
        // A keyring that does not answer, or a passphrase file that is a pipe, must not block the shell. The limit is long
        // enough for a machine under load.
        ThisProcess.endSilently(afterSeconds: 5)
        guard let known = KnownNames(completion.typed, environment: environment) else { return 0 }
        var said: Set<String> = []
        for source in proposal.names {
            let fresh = names(source, known, behind: completion.typed).filter { said.insert($0.word).inserted }
            say(lines(fresh.map { Candidate(proposal.prefix + $0.word, $0.meaning) }))
        }
        return 0
    }

    private func names(_ source: NameSource, _ known: KnownNames, behind typed: CommandWords) -> [Candidate] {
        let names: [Candidate]
        switch source {
        case .profiles: names = known.profiles
        case .sessions: names = known.sessions
        case .entries: names = known.entries
        case .slots: names = known.slots
        case .identities: names = known.identities
        case .passkeys: names = known.passkeys
        case .enrollingProfiles: names = known.enrollingProfiles
        case .stores: names = known.stores
        case .aliases: names = known.aliases
        case .fieldSources, .presenters, .certificates: names = []
        }
        let taken = Set(typed.positionals)
        // A name that begins with a dash would be read as an option, unless a `--` precedes it.
        return names.filter { name in
            !taken.contains(name.word) && (typed.isTerminated || !name.word.hasPrefix("-"))
        }
    }

    private func lines(_ candidates: [Candidate]) -> [String] {
        candidates.filter(\.isShowable).compactMap { candidate in
            if let line { return line.insertion(of: candidate.word) }
            guard !shell.leavesChoice || candidate.word.hasPrefix(words.last ?? "") else { return nil }
            let word = shell.quoted(candidate.word)
            return candidate.meaning.isEmpty ? word : "\(word)\t\(candidate.meaning.folded(to: 100))"
        }
    }

    private func say(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        try? StandardStreams(color: .never, environment: environment).result(lines.joined(separator: "\n") + "\n")
    }
}

/// A word that Tab can insert at the cursor.
struct Candidate: Equatable {
    let word: String
    /// A description, for shells that can show one.
    let meaning: String

    init(_ word: String, _ meaning: String = "") { (self.word, self.meaning) = (word, meaning) }

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
