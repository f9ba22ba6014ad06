public import Secrets

/// A generator of one-time codes, each valid for a time step (RFC 6238).
public protocol OneTimeCodeSource: SecretSource {
    /// Returns a code that is not among `used`, the codes that the same server already has: it waits for the next time step
    /// if necessary. Throws `timed-out` when that begins after the time limit.
    func code(unlike used: [SharedSecret]) throws(FedauthError) -> Secret
    /// Returns what the codes are made of, so that they are known when a server does not take them.
    func key() throws(FedauthError) -> SharedSecret
}

extension OneTimeCodeSource {
    /// Returns the description, for codes that come from elsewhere.
    public func key() throws(FedauthError) -> SharedSecret { SharedSecret(text: description) }
}
