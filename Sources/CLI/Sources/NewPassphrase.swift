import Core
import Secrets

extension Prompter {
    /// A new passphrase, typed twice.
    func askTwice(_ question: String) throws(FedauthError) -> Secret {
        let first = try ask(question, isSecret: true)
        guard !first.isEmpty else {
            throw FedauthError(
                .usage, "an empty passphrase protects nothing", hint: "four or five random words are a good one")
        }
        let second = try ask("The same again: ", isSecret: true)
        guard first.equals(second) else {
            throw FedauthError(.usage, "the two passphrases differ", hint: "nothing was done; try again")
        }
        return first
    }
}
