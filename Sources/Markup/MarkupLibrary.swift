internal import CXML
public import Core
internal import System

/// libxml2, opened when the first page is read, not when the program starts.
enum MarkupLibrary {
    /// Opens the library (`cxml_load`). Throws `error`, naming the package, when it is not installed.
    static func open() throws(FedauthError) {
        var why: UnsafePointer<CChar>?
        guard cxml_load(&why) else {
            throw FedauthError(
                .other, "the library \(Dependency.xml2.quotedFiles) cannot be used",
                hint: Distribution.current.install(.xml2), causes: why.map { [String(cString: $0)] } ?? [])
        }
    }
}

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
