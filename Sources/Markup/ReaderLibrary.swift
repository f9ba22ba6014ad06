public import Core

/// The library below `LibXMLReader`.
public enum ReaderLibrary {
    /// Opens it. Throws `error` naming the package when it cannot be used.
    public static func check() throws(FedauthError) { try MarkupLibrary.open() }
}
