internal import CXML
public import Core

/// The library below `LibXMLReader`.
public enum ReaderLibrary {
    /// Opens it. Throws `error` naming the package when it cannot be used.
    public static func check() throws(FedauthError) { try MarkupLibrary.open() }

    /// What it says of itself, such as `2.9.14`. Throws as `check` does.
    public static func version() throws(FedauthError) -> String {
        try MarkupLibrary.open()
        // Two digits for each part but the first; what a distribution adds is left out.
        guard let number = Int(String(cString: cxml_version()).prefix { $0.isASCII && $0.isNumber }) else { return "?" }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}
