public import Core

/// Whether the desktop keyring can serve, for the choice of a back end.
public enum KeyringProbe: Sendable {
    /// There, with a default collection that is open.
    case ready
    /// There, locked.
    case locked
    /// Not usable, and why.
    case unavailable(FedauthError)
}
