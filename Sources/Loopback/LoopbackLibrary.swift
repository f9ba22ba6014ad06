internal import CMicroHTTP
public import Core
internal import System

/// libmicrohttpd, opened when the first listener is created, not when the program starts.
public enum LoopbackLibrary {
    /// Opens the library (`cmicrohttp_load`). Throws `error`, naming the package, when it is not installed.
    public static func check() throws(FedauthError) {
        var why: UnsafePointer<CChar>?
        guard cmicrohttp_load(&why) else {
            throw FedauthError(
                .other, "the library \(Dependency.microhttpd.quotedFiles) cannot be used",
                hint: Distribution.current.install(.microhttpd), causes: why.map { [String(cString: $0)] } ?? [])
        }
    }

    /// Returns its version, such as `0.9.75`. Throws as `check` does.
    public static func version() throws(FedauthError) -> String {
        try check()
        return MHD_get_version().map { String(cString: $0) } ?? "?"
    }
}
