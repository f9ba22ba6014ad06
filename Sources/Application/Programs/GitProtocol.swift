import Core
import System

/// What git asks its credential helpers (gitcredentials(7)), and scripts `git credential`.
public enum GitProtocol {
    static let row = CredentialProtocol(
        name: "git", speakers: "git",
        setting: """
            git config --global credential.helper fedauth
            """,
        links: ["git-credential-fedauth"], programs: ["git"], places: [".gitconfig", ".config/git/config"],
        marks: ["helper", "fedauth"], placeVariable: "GIT_CONFIG_GLOBAL", operations: nil,
        // git's own wish for silence (git(1)): a prompt of the helper would hang a build.
        isAttended: { $0.isOn("GIT_TERMINAL_PROMPT", without: true) }, answer: answer)

    /// The words that git and scripts say.
    public static let operations = Operation.allCases.map(\.rawValue)

    private enum Operation: String, CaseIterable {
        // Called by git.
        case get, store, erase, capability
        // Called by scripts.
        case fill, approve, reject
    }

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        let word = question.words.first ?? ""
        if let more = question.words.dropFirst().first {
            throw FedauthError(
                .usage, "'\(more.folded(to: 60))' is one word too many",
                hint: "the address comes from stdin: printf 'url=https://git.example.org\\n' | fedauth credential fill")
        }
        // "If a helper receives any other operation, it should silently ignore the request."
        guard let operation = Operation(rawValue: word) else {
            let names = Operation.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            if Terminal.isTerminal(0) {
                question.services.reporter.note("'\(word.folded(to: 40))' is ignored; there is \(names)")
            }
            return
        }
        if operation == .capability { return try question.write(CredentialDescription.announcement) }
        question.noteTerminalInput("lines such as 'url=https://git.example.org', and an empty one at the end")
        let description = try question.input.paragraph().withBytes { (bytes) throws(FedauthError) in
            try CredentialDescription(reading: bytes)
        }
        var credentials = GitCredentials(
            try question.services.store(), clock: question.services.clock,
            usesSpaces: [.fill, .approve, .reject].contains(operation))
        credentials.wantedUser = question.signIn.methods.signIn.user
        credentials.passwordUser = question.passwordUser
        credentials.renewed = { (session) throws(FedauthError) in
            try question.services.renewed(session, forSeconds: ProgramAnswer.reserveSeconds)
        }
        let seconds = question.expires?.seconds
        switch operation {
        case .get:
            guard let filled = try credentials.filled(description) else { return }
            try question.write(try filled.answer())
        case .store: try credentials.keep(description, forSeconds: seconds)
        case .erase: try credentials.forget(description)
        case .fill:
            let filled = try credentials.completed(try named(description), asking: question.services.prompter())
            try question.write(try filled.text())
        case .approve: try credentials.keep(try named(description), forSeconds: seconds)
        case .reject: try credentials.forget(try named(description))
        case .capability: break
        }
    }

    /// Returns the described server. Throws `usage` without a host: git's operations ignore such a description, but in
    /// a script it is a mistake.
    private static func named(_ description: CredentialDescription) throws(FedauthError) -> CredentialDescription {
        guard description.scope != nil else {
            throw FedauthError(
                .usage, "the description on stdin names no protocol or no host",
                hint: "begin it with a line such as 'url=https://git.example.org'")
        }
        return description
    }
}
