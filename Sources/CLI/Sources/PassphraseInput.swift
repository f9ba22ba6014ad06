import Application
import Core
import Secrets

/// Gets the passphrase of a file that is imported or exported: from an option, else from the user.
struct PassphraseInput {
    private let places: SecretPlaces
    private let context: CommandContext

    init(_ places: SecretPlaces, in context: CommandContext) {
        self.places = places
        self.context = context
    }

    /// Returns the passphrase from an option, which may be empty; nil when no option names one.
    func given() throws(FedauthError) -> SharedSecret? {
        var source: (any SecretSource)?
        if let file = places.file {
            source = FileSecretSource(path: file, reporter: context.streams, patience: context.patience)
        }
        if let descriptor = places.descriptor {
            source = DescriptorSecretSource(number: descriptor, patience: context.patience)
        }
        if places.isStdin { source = DescriptorSecretSource(number: 0) }
        return try source.map { (source) throws(FedauthError) in
            SharedSecret(try LearnedSource(source, context.knownSecrets).secret())
        }
    }

    /// Returns the passphrase. Prompts when no option names one, and twice when it is `new`.
    func passphrase(_ question: String, new: Bool) throws(FedauthError) -> SharedSecret {
        guard let passphrase = try given() else { return try asked(context.prompter(), question, new: new) }
        try StoreKey(.passphrase, passphrase).checkStrength()
        return passphrase
    }

    /// Prompts for the passphrase. Throws `input-needed`, naming the option, when no prompt is possible.
    func asked(
        _ prompter: TerminalPrompter, _ question: String, new: Bool = false
    ) throws(FedauthError) -> SharedSecret {
        do throws(FedauthError) {
            return SharedSecret(new ? try prompter.askTwice(question) : try prompter.ask(question, isSecret: true))
        } catch {
            var error = error
            if error.code == .inputNeeded, !prompter.canAsk {
                error.hint = "give it by '--passphrase-file FILE', or run it on a terminal"
            }
            throw error
        }
    }
}
