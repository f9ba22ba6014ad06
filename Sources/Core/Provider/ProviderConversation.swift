import Secrets

/// One run of a credential provider: it gets a line, and prints messages until one of them is the answer.
struct ProviderConversation {
    /// The words for the errors of one run.
    struct Purpose {
        /// The types that are answers, for a program that gives none: "certificate, none or cancel".
        var answers: String
        /// What has not been done when the program cancels: "nothing was sent to 'host'".
        var undone: String
        /// What to do next when the program reports an error without a hint.
        var hint: String
    }

    let program: any UserProgram
    let reporter: any Reporter
    private var name: String { program.name.folded(to: 100) }
    /// Limits progress messages to a plausible number.
    private static let maximumLines = 1000

    /// Returns what `read` makes of the answer, nil for a message that is no answer to this question; nil when the
    /// program has nothing. Throws `cancelled`, `timed-out`, `provider-failed`, and the error that the program reports.
    func answer<Answer>(
        to arguments: [String], _ line: SharedSecret, _ purpose: Purpose, until deadline: Deadline,
        _ read: (ProviderMessage) throws(FedauthError) -> Answer?
    ) throws(FedauthError) -> Answer? {
        let conversation = try program.start(arguments, instructions: line)
        defer { conversation.end() }
        for _ in 0..<Self.maximumLines {
            let text = try conversation.line(of: name, .provider, until: deadline, orElse: "gave no answer")
            guard let message = try ProviderMessage.reading(text, from: program.name) else { continue }
            switch message {
            case .progress(let message): reporter.note("\(name): \(message.folded(to: 300))")
            case .nothing: return nil
            case .cancel:
                throw FedauthError(
                    .cancelled, "'\(name)' cancelled: \(purpose.undone)", hint: "run the command again to go on")
            case .failure(let failure):
                throw failure.error(.provider, of: name, silent: "has no answer", usualHint: purpose.hint)
            case .unknown(let type):
                reporter.detail("'\(name)' sent a '\(type.folded(to: 40))', which this version does not know")
            case .certificate, .headers, .stored: if let answer = try read(message) { return answer }
            }
        }
        throw FedauthError(
            .providerFailed, "'\(name)' printed \(Self.maximumLines) lines, and no answer",
            hint: "a line of the type \(purpose.answers) is the answer")
    }
}
