import Core
import Glibc

/// Tab was pressed: a completion script asks for what can stand there.
///
/// The scripts that the parser makes hold the whole tree of commands as programs for each shell, three times over, and
/// get names with colons, blanks and quotes wrong: bash breaks words at colons, and none of them quotes what it inserts.
/// Ours are a page each and ask this program, by the name that was typed, so that it is the same binary under the same
/// variables; what is offered, and how a name is quoted, is decided here once and can be tested.
///
///     fedauth ---complete bash LINE WORDBREAKS
///     fedauth ---complete zsh|fish WORD… CURRENT
///
/// The first line of the answer says what the shell has to do, the others are a candidate each, with its meaning behind
/// a tab for shells that show it.
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
            self.words = Array(words.dropFirst(2))
        }
    }

    /// Prints the proposals; writes nothing to stderr, and always returns status 0.
    func answer() -> Int32 {
        silenceErrors()
        let completed = CommonMistakes.understood(Array(words.dropLast())) + words.suffix(1)
        let completion = Completion(completed, environmentNames: environment.names)
        let proposal = words.first == "help" && words.count > 1 ? Completion.help(words) : completion.proposal
        // At once, so that what needs no looking up is there whatever a store does.
        let header = [
            proposal.paths.rawValue, proposal.continues ? "continues" : "ends", String(proposal.prefix.count),
        ]
        say([header.joined(separator: " ")] + lines(proposal.candidates))
        guard !proposal.names.isEmpty else { return 0 }
        giveUpSoon()
        guard let known = KnownNames(completion.typed, environment: environment) else { return 0 }
        var said: Set<String> = []
        for source in proposal.names {
            let fresh = names(source, known).filter { said.insert($0.word).inserted }
            say(lines(fresh.map { Candidate(proposal.prefix + $0.word, $0.meaning) }))
        }
        return 0
    }

    private func names(_ source: NameSource, _ known: KnownNames) -> [Candidate] {
        let names: [Candidate]
        switch source {
        case .profiles: names = known.profiles
        case .sessions: names = known.sessions
        case .entries: names = known.entries
        case .slots: names = known.slots
        case .identities: names = known.identities
        case .enrollingProfiles: names = known.enrollingProfiles
        case .fieldSources, .presenters, .certificates: names = []
        }
        let taken = Set(completionTyped.positionals)
        // A name that begins with a dash is an option, unless a `--` is there.
        return names.filter { name in
            !taken.contains(name.word) && (completionTyped.isTerminated || !name.word.hasPrefix("-"))
        }
    }

    private var completionTyped: CommandWords { CommandWords(words.dropLast()) }

    private func lines(_ candidates: [Candidate]) -> [String] {
        candidates.filter(\.isShowable).compactMap { candidate in
            if let line { return line.insertion(of: candidate.word) }
            return candidate.meaning.isEmpty
                ? candidate.word : "\(candidate.word)\t\(candidate.meaning.folded(to: 100))"
        }
    }

    private func say(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        try? StandardStreams(color: .never, environment: environment).result(lines.joined(separator: "\n") + "\n")
    }

    private func silenceErrors() {
        let nowhere = open("/dev/null", O_WRONLY)
        guard nowhere >= 0 else { return }
        dup2(nowhere, 2)
        close(nowhere)
    }

    /// Limits the time, because a keyring that does not answer, or a passphrase file that is a pipe, must not block the
    /// shell. The handler ends the process silently: with the default action the shell would report a signal. The limit
    /// is long enough for a machine under load.
    private func giveUpSoon() {
        signal(SIGALRM) { _ in _exit(0) }
        alarm(5)
    }
}

/// The shells that there are scripts for.
enum CompletionShellName: String, CaseIterable {
    case bash, zsh, fish
}
