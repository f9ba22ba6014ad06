public import Secrets

/// Where an encrypted file's passphrase comes from; built by the composition root, which knows the options, the
/// environment and the terminal.
public protocol StorePassphraseSource {
    /// The passphrase of the store at `location`.
    ///
    /// Throws `store-locked` (12), naming the ways on, when there is no source and nobody can be asked.
    /// - Parameters:
    ///   - location: shown in the question.
    ///   - new: a passphrase for a store that is being made: asked twice.
    func passphrase(for location: String, new: Bool) throws(FedauthError) -> Secret
}
