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

    /// Reads what a server gets as `what`. Throws as `secret()`, and for nothing (`input-needed`, with `hint`), unless
    /// `isEmptyMeant`, and lines (`usage`), which neither a header field nor the field of a page can hold.
    func value(
        as what: String, isEmptyMeant: Bool = false,
        hint: String = "nothing was sent: servers count empty answers as wrong ones"
    ) throws(FedauthError) -> SharedSecret {
        let value = SharedSecret(try secret())
        let place = description.folded(to: 80)
        guard !value.isEmpty || isEmptyMeant else {
            throw FedauthError(.inputNeeded, "the \(what) from '\(place)' is empty", hint: hint)
        }
        let breaks = value.withBytes { bytes in
            max(bytes.count { $0 == 0x0A }, bytes.count { $0 == 0x0D })
        }
        guard breaks == 0 else {
            throw FedauthError(
                .usage, "the \(what) from '\(place)' has \(breaks + 1) lines",
                hint: "nothing was sent; if it is the first one, let 'head -n 1' take it")
        }
        return value
    }
}
