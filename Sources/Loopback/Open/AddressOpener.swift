/// Shows an address in the browser that the user has chosen.
public protocol AddressOpener: AnyObject {
    /// Starts a browser on it, and does not wait for its end.
    func open(_ address: String) -> AddressOpening

    /// Why the browser that was started has failed since, said once; nil when it has not, or when another was started in
    /// its place.
    func failure() -> String?
}

/// What became of it.
public enum AddressOpening: Sendable, Equatable {
    /// The program that was started.
    case started(String)
    /// No program was; why.
    case none(String)
}
