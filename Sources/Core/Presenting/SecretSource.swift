public import Secrets

/// The source of a secret: a file, a descriptor, a command, the store, a generator of one-time codes. The composition
/// root creates it from the user's option.
public protocol SecretSource: AnyObject {
    /// The text of the option, which does not contain the secret: `file:/run/secrets/pw`.
    var description: String { get }

    /// Whether the option contains the value itself, where others can read it, as on a command line.
    var isPublic: Bool { get }

    /// Whether an empty secret is meant, and not a mistake.
    var mayBeEmpty: Bool { get }

    /// Reads the secret. Throws, naming the source, when it cannot be read.
    func secret() throws(FedauthError) -> Secret
}

extension SecretSource {
    /// False: the option says where the secret is, not what it is.
    public var isPublic: Bool { false }

    /// False: what is empty was forgotten.
    public var mayBeEmpty: Bool { false }

    /// Returns the error for a source that has given nothing in place of `what`.
    func isEmpty(
        _ what: String, hint: String = "nothing was sent: servers count empty answers as wrong ones"
    ) -> FedauthError {
        FedauthError(.inputNeeded, "the \(what) from '\(description.folded(to: 80))' is empty", hint: hint)
    }
}
