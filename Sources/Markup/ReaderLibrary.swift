internal import CXML
public import Core

/// Information about the library below `LibXMLReader`.
public enum ReaderLibrary {
    /// Opens the library. Throws `error`, naming the package, when it cannot be used.
    public static func check() throws(FedauthError) { try MarkupLibrary.open() }

    /// Returns its version, such as `2.9.14`. Throws as `check` does.
    public static func version() throws(FedauthError) -> String {
        try MarkupLibrary.open()
        // Two digits for each part except the first; a distribution's suffix is ignored.
        guard let number = Int(String(cString: cxml_version()).prefix { $0.isASCII && $0.isNumber }) else { return "?" }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}
