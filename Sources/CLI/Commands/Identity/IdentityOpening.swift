import Core
import Crypto
import Secrets

/// Opens a file of a key and certificates, with the passphrase from an option, without one, or with a typed one.
struct IdentityOpening {
    private static let attempts = 3

    let content: SharedSecret
    let name: String
    let sealing: PassphraseOptions

    /// Opens the file. Throws the errors of `IdentityFile`, and those of the prompter when no prompt is possible.
    func open(in context: CommandContext) throws(FedauthError) -> IdentityFile {
        let input = PassphraseInput(sealing.places, in: context)
        if let given = try input.given() { return try read(given) }
        do throws(FedauthError) {
            return try read(nil)
        } catch {
            guard error.code == .passphraseNeeded else { throw error }
        }
        let prompter = context.prompter()
        var attempt = 1
        while true {
            let question = "Passphrase of '\(name)': "
            let typed = try input.asked(prompter, (attempt > 1 ? "That is not it. " : "") + question)
            do throws(FedauthError) {
                return try read(typed)
            } catch {
                guard error.code == .wrongPassphrase, attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }

    private func read(_ passphrase: SharedSecret?) throws(FedauthError) -> IdentityFile {
        try IdentityFile(reading: content, passphrase: passphrase, name: name)
    }
}
