public import Core

/// Whether the desktop keyring can be used; decides the choice of a back end.
public enum KeyringProbe: Sendable {
    /// The default collection exists and is unlocked.
    case ready
    /// The default collection is locked.
    case locked
    /// The keyring cannot be used, for this reason.
    case unavailable(FedauthError)
}
