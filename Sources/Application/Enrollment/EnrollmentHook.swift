internal import Core
internal import System

/// The user's command to run after a change. It gets a description in variables; none of them is secret.
public struct EnrollmentHook {
    /// The start of the names of its variables.
    public static let prefix = "FEDAUTH_ISSUED_"
    private let command: String
    private let context: Context

    init(_ command: String, _ context: Context) {
        self.command = command
        self.context = context
    }

    /// Runs the command and waits for its end. Throws `program-failed` when it fails; the certificate is kept.
    func run(_ identity: Identity, files: IdentityFilePlaces) throws(FedauthError) {
        // FEDAUTH_SUBJECT and the like would be settings of a fedauth that the command runs.
        var variables = [
            ("IDENTITY", identity.name), ("SUBJECT", identity.subject.printable),
            ("NOT_AFTER", identity.expires.iso8601),
            ("ORIGINS", identity.origins.map(\.description).joined(separator: " ")),
        ]
        if let p12 = files.p12 { variables.append(("P12", p12)) }
        if let pem = files.pem {
            let pair = try FileNames.isDirectory(pem) ? IdentityFiles.pair(in: pem, name: identity.name) : nil
            variables += [("CERTIFICATE", pair?.certificates ?? pem), ("KEY", pair?.key ?? pem)]
        }
        if let chain = files.chain { variables.append(("CHAIN", chain)) }
        context.reporter.detail("running '\(command.folded(to: 100))'")
        // stdout is reserved for the result.
        let child = try Child(
            ["env"] + variables.map { "\(Self.prefix)\($0.0)=\($0.1)" } + ["sh", "-c", command],
            name: "--post-hook",
            output: .descriptor(2))
        do throws(FedauthError) {
            try child.finish(by: context.clock.deadline())
        } catch {
            throw error.hinting(
                "the new certificate of '\(identity.name)' is kept; only what '--post-hook' does was not done")
        }
    }
}
