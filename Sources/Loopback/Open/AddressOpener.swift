/// Opens an address in the user's browser.
public protocol AddressOpener: AnyObject {
    /// Starts a browser on the address, and does not wait for its end.
    func open(_ address: String) -> AddressOpening

    /// Returns why the started browser has failed, once; nil when it has not, or when another was started instead.
    func failure() -> String?
}

/// The result of opening an address.
public enum AddressOpening: Sendable, Equatable {
    /// The program that was started.
    case started(String)
    /// No program was started, for this reason.
    case none(String)
}
