public import Core
internal import Secrets

extension GitCredentials {
    /// Returns the description with the stored credential, else with the one that the user types, as `git credential fill`
    /// does. Throws `input-needed` when the user cannot be asked, or the description forbids it by `quit`.
    public func completed(
        _ asked: CredentialDescription, asking prompter: any Prompter
    ) throws(FedauthError) -> CredentialDescription {
        var filled = asked
        if !filled.isComplete, let stored = try self.filled(asked) { filled = stored }
        guard !filled.isComplete else { return filled }
        guard !filled.quits else {
            throw FedauthError(
                .inputNeeded, "there is no credential for '\(filled.place)', and 'quit' forbids asking",
                hint: "leave 'quit' out")
        }
        guard prompter.canAsk else {
            throw FedauthError(
                .inputNeeded, "there is no credential for '\(filled.place)', and fedauth cannot ask for it",
                hint: "keep one by 'fedauth credential approve', or run it where there is a terminal")
        }
        if filled.user == nil {
            filled.user = try prompter.ask("Username for '\(filled.place)': ", isSecret: false).withBytes {
                String(decoding: $0, as: UTF8.self)
            }
        }
        filled.password = SharedSecret(try prompter.ask("Password for '\(filled.place)': ", isSecret: true))
        filled.passwordExpires = nil
        return filled
    }
}
