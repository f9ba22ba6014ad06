public import Core
public import Secrets

/// Gets the passphrase of a file that is imported or exported: from an option, else from the user.
public struct PassphraseInput: FilePassphrases {
    private let places: SecretPlaces
    private let command: Context

    /// Reads nothing yet.
    public init(_ places: SecretPlaces, in command: Context) {
        self.places = places
        self.command = command
    }

    /// Returns the passphrase from an option, which may be empty; nil when no option names one.
    public func given() throws(FedauthError) -> SharedSecret? {
        try places.source(command).map { (source) throws(FedauthError) in
            SharedSecret(try source.secret())
        }
    }

    /// Returns the passphrase. Prompts when no option names one, and twice when it is `new`.
    public func passphrase(_ question: String, new: Bool) throws(FedauthError) -> SharedSecret {
        guard let passphrase = try given() else { return try asked(question, new: new) }
        try StoreKey(.passphrase, passphrase).checkStrength()
        return passphrase
    }

    /// Prompts for the passphrase. Throws `input-needed`, naming the option, when no prompt is possible.
    public func asked(_ question: String) throws(FedauthError) -> SharedSecret { try asked(question, new: false) }

    private func asked(_ question: String, new: Bool) throws(FedauthError) -> SharedSecret {
        let prompter = command.prompter()
        do throws(FedauthError) {
            return SharedSecret(
                new ? try prompter.askTwice(question, command.reporter) : try prompter.ask(question, isSecret: true))
        } catch {
            guard error.code == .inputNeeded, !prompter.canAsk else { throw error }
            throw error.hinting("give it by '--passphrase-file FILE', or run it on a terminal")
        }
    }
}
