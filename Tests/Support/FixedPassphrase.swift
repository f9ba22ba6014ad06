public import Core
public import Secrets

/// Answers every question for a passphrase with the same one, and counts the questions.
public final class FixedPassphrase: StorePassphraseSource {
    /// The answer.
    public var text: String
    /// How often it was asked for.
    public private(set) var questions = 0

    /// Always this one.
    public init(_ text: String = "correct horse battery staple") { self.text = text }

    /// Counts and answers.
    public func passphrase(for location: String, new: Bool) throws(FedauthError) -> Secret {
        questions += 1
        return Secret(text.utf8)
    }
}
