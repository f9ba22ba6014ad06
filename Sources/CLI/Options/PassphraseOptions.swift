import ArgumentParser
import Core
import Secrets

/// The passphrase of a file that is imported or exported; not the passphrase of the store.
struct PassphraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read the passphrase from this file.", valueName: "file"), completion: .file())
    var passphraseFile: String?

    @Option(help: ArgumentHelp("Read the passphrase from this descriptor.", valueName: "number"))
    var passphraseFd: Int32?

    @Flag(help: "Read the passphrase from stdin.")
    var passphraseStdin = false

    func validate() throws {
        guard [passphraseFile != nil, passphraseFd != nil, passphraseStdin].count(where: { $0 }) <= 1 else {
            throw ValidationError("the passphrase comes from more than one place")
        }
    }

    /// The option that names the source of the passphrase.
    var namedOption: String? {
        if passphraseFile != nil { return "--passphrase-file" }
        if passphraseFd != nil { return "--passphrase-fd" }
        return passphraseStdin ? "--passphrase-stdin" : nil
    }

    /// Returns the passphrase from an option, which may be empty; nil when no option names one.
    func given(_ context: CommandContext) throws(FedauthError) -> SharedSecret? {
        var source: (any SecretSource)?
        if let passphraseFile {
            source = FileSecretSource(path: passphraseFile, reporter: context.streams, patience: context.patience)
        }
        if let passphraseFd { source = DescriptorSecretSource(number: passphraseFd, patience: context.patience) }
        if passphraseStdin { source = DescriptorSecretSource(number: 0) }
        return try source.map { (source) throws(FedauthError) in
            SharedSecret(try LearnedSource(source, context.knownSecrets).secret())
        }
    }

    /// Returns the passphrase. Prompts when no option names one, and twice when it is `new`.
    func passphrase(_ context: CommandContext, _ question: String, new: Bool) throws(FedauthError) -> SharedSecret {
        guard let passphrase = try given(context) else { return try asked(context.prompter(), question, new: new) }
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
