public import Core
public import Secrets

extension Prompter {
    /// Prompts twice for a new passphrase; repeats this at most twice when the two differ. Warns of a short one.
    public func askTwice(_ question: String, _ reporter: any Reporter) throws(FedauthError) -> Secret {
        for attempt in 1...3 {
            let first = try ask((attempt > 1 ? "They differ. " : "") + question, isSecret: true)
            guard !first.isEmpty else {
                throw FedauthError(
                    .usage, "an empty passphrase protects nothing", hint: "four or five random words are good")
            }
            let second = try ask("The same again: ", isSecret: true)
            guard first.equals(second) else { continue }
            if first.count < 8 {
                reporter.warning(
                    "a passphrase of \(first.count) bytes protects little; four or five random words are good")
            }
            return first
        }
        throw FedauthError(.usage, "the two passphrases differ", hint: "nothing was done; try again")
    }
}
