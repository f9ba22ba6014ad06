internal import Core
internal import System

/// The user's command to run after a change. It gets a description in variables; none of them is secret.
struct EnrollmentHook {
    private let command: String
    private let surroundings: CommandSurroundings
    private static let seconds: Int64 = 300

    init(_ command: String, _ surroundings: CommandSurroundings) {
        self.command = command
        self.surroundings = surroundings
    }

    /// Runs the command and waits for its end. Throws `program-failed` when it fails; the certificate is kept.
    func run(_ identity: Identity, files: IdentityFilePlaces) throws(FedauthError) {
        var variables = [
            ("FEDAUTH_IDENTITY", identity.name), ("FEDAUTH_SUBJECT", identity.subject.printable),
            ("FEDAUTH_NOT_AFTER", identity.expires.iso8601),
            ("FEDAUTH_ORIGINS", identity.origins.map(\.description).joined(separator: " ")),
        ]
        if let p12 = files.p12 { variables.append(("FEDAUTH_P12", p12)) }
        if let pem = files.pem {
            if FileNames.isDirectory(pem) {
                let path = "\(pem)/\(try FileNames.plain(identity.name))"
                variables += [("FEDAUTH_CERTIFICATE", path + ".crt"), ("FEDAUTH_KEY", path + ".key")]
            } else {
                variables += [("FEDAUTH_CERTIFICATE", pem), ("FEDAUTH_KEY", pem)]
            }
        }
        if let chain = files.chain { variables.append(("FEDAUTH_CHAIN", chain)) }
        surroundings.reporter.detail("running '\(command.folded(to: 100))'")
        // stdout is reserved for the result.
        let child = try Child(
            ["env"] + variables.map { "\($0.0)=\($0.1)" } + ["sh", "-c", command],
            name: "--post-hook",
            output: .descriptor(2))
        let clock = surroundings.clock
        let budget = WaitBudget(deadline: Deadline(seconds: Self.seconds, from: clock), clock: clock)
        do throws(FedauthError) {
            try child.finish(budget)
        } catch {
            var failure = error
            failure.hint =
                "the new certificate of '\(identity.name)' is kept; only what '--post-hook' does was not done"
            throw failure
        }
    }
}
