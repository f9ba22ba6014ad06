import Application
import Core
import System

/// `fedauth credential`, and what git runs as `git credential-fedauth` (gitcredentials(7)).
struct CredentialCommand: StoreCommand, Documented {
    static let examples: Examples = [
        "printf 'url=https://git.example.org\\n' | fedauth credential fill":
            "Get a password in a script: from the store, else from the user at the terminal",
        "printf 'url=https://ada@git.example.org\\n' | fedauth credential reject": "Forget a stored password",
    ]
    static let configuration = CommandConfiguration(
        commandName: "credential", abstract: "Keep git's passwords, as its credential helper.",
        discussion: """
            'git config --global credential.helper fedauth' lets git keep its passwords in fedauth's store.

            git calls 'get', 'store' and 'erase'; scripts call 'fill', 'approve' and 'reject'. Both describe the \
            credential on stdin, in the lines 'key=value' of git-credential(1). For git, a missing credential is \
            not an error: no output and status 0. A locked or damaged store is an error, and never counts as \
            empty.
            """)

    /// The operations.
    enum Operation: String, CaseIterable {
        // Called by git.
        case get, store, erase, capability
        // Called by scripts.
        case fill, approve, reject
    }

    var operation = ""
    var expires: TimeLength?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "operation", &operation,
            "'get', 'store', 'erase' or 'capability' (for git), 'fill', 'approve' or 'reject' (for scripts). Any other is "
                + "ignored silently, as git requires.", completion: .list(Operation.allCases.map(\.rawValue)))
        list.option("expires", &expires, "time", "The stored credential expires after this time.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        // "If a helper receives any other operation, it should silently ignore the request."
        guard let operation = Operation(rawValue: operation) else {
            let names = Operation.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            if Terminal.isTerminal(0) {
                context.streams.note("'\(operation.folded(to: 40))' is ignored; there is \(names)")
            }
            return
        }
        if operation == .capability { return try context.streams.result(CredentialDescription.announcement) }
        let context = try silenced(context)
        context.streams.noteTerminalInput("lines such as 'url=https://git.example.org', and an empty one at the end")
        let description = try CredentialInput.read()
        let credentials = GitCredentials(
            try context.store(storage), clock: context.clock,
            usesSpaces: [.fill, .approve, .reject].contains(operation))
        switch operation {
        case .get:
            guard let filled = try credentials.filled(description) else { return }
            try context.streams.result(try filled.answer())
        case .store: try credentials.keep(description, forSeconds: expires?.seconds)
        case .erase: try credentials.forget(description)
        case .fill:
            let filled = try credentials.completed(try named(description), asking: context.prompter())
            try context.streams.result(try filled.text())
        case .approve: try credentials.keep(try named(description), forSeconds: expires?.seconds)
        case .reject: try credentials.forget(try named(description))
        case .capability: break
        }
    }

    /// Returns the described server. Throws `usage` without a host: git's operations ignore such a description, but in
    /// a script it is a mistake.
    private func named(_ description: CredentialDescription) throws(FedauthError) -> CredentialDescription {
        guard description.scope != nil else {
            throw FedauthError(
                .usage, "the description on stdin names no protocol or no host",
                hint: "begin it with a line such as 'url=https://git.example.org'")
        }
        return description
    }

    /// Applies `GIT_TERMINAL_PROMPT=0`, git's `--no-input` (git(1)): a prompt of the helper would hang a build.
    private func silenced(_ context: CommandContext) throws(FedauthError) -> CommandContext {
        let name = "GIT_TERMINAL_PROMPT"
        guard context.environment[name] != nil, !context.environment.isOn(name) else { return context }
        var global = context.global
        global.noInput = true
        return try CommandContext(environment: context.environment, global: global, earlier: context)
    }
}
