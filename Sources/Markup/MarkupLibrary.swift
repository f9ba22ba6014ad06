internal import CXML
internal import Core

/// libxml2, opened when the first page is read, not when the program starts.
enum MarkupLibrary {
    /// Opens the library (`cxml_load`). Throws `error`, naming the package, when it is not installed.
    static func open() throws(FedauthError) {
        var why: UnsafePointer<CChar>?
        guard cxml_load(&why) else {
            throw FedauthError(
                .other, "the library 'libxml2.so.2' cannot be used", hint: "install the package libxml2",
                causes: why.map { [String(cString: $0)] } ?? [])
        }
    }
}
