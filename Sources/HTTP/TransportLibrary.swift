public import Core

/// The library below `CurlTransport`.
public enum TransportLibrary {
    /// Opens it. Throws `error` naming the package when it cannot be used.
    public static func check() throws(FedauthError) { try CurlLibrary.open() }
}
