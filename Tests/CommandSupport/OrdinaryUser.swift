import Glibc

/// Runs fedauth as a user other than root, because the sandbox of a browser does not work for root.
struct OrdinaryUser {
    private let home: Home
    private let program: String
    private let words: [String]
    private static let number: uid_t = 65534

    /// Gives the home to that user, who is the caller unless the caller is root. Files that are written later need another
    /// call.
    init(_ home: Home) throws {
        self.home = home
        guard geteuid() == 0 else {
            program = Home.binary
            words = []
            return
        }
        // The tested binary may be in a directory that only root can reach.
        let copy = home.path + "/fedauth"
        if access(copy, F_OK) != 0 {
            try Run.program("/bin/cp", [Home.binary, copy], environment: home.environment)
        }
        let user = String(Self.number)
        try Run.program("/bin/chown", ["-R", "\(user):\(user)", home.path], environment: home.environment)
        program = "/usr/bin/setpriv"
        words = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", copy]
    }

    /// Starts fedauth without a terminal.
    func start(_ arguments: [String], input: String = "") throws -> Child {
        let child = try Child(program, words + arguments, environment: home.environment)
        child.send(Array(input.utf8))
        child.closeInput()
        return child
    }

    /// Stores the session in the user's store.
    func keep(_ session: CraftedSession) throws {
        let child = try Child(
            program, words + ["store", "put", "session/" + session.name, "--kind", "session"],
            environment: home.environment)
        child.send(session.bytes)
        child.closeInput()
        let outcome = try child.finish()
        guard outcome.status == 0 else { throw TestFailure("no session: \(outcome)") }
    }

    /// Runs fedauth without a terminal.
    func fedauth(_ arguments: [String], input: String = "") throws -> Outcome {
        try start(arguments, input: input).finish()
    }
}
