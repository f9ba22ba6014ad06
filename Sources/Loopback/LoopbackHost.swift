/// Host names of a listener on this machine.
///
/// A foreign host name can resolve to 127.0.0.1 (DNS rebinding). The browser would then treat the listener as part of
/// that page's origin and let the page read its answers. Checking the Host field prevents this.
enum LoopbackHost {
    /// Returns whether a Host field (RFC 9110 section 7.2) names a loopback address or `localhost`, and this port.
    static func isOwn(_ field: String?, port: UInt16) -> Bool {
        guard let field = field?.asciiLowercased else { return false }
        let name = ["localhost", "127.0.0.1", "[::1]"].first { field == $0 || field.hasPrefix($0 + ":") }
        guard let name else { return false }
        let rest = field.dropFirst(name.count)
        return rest.isEmpty ? port == 80 : rest == ":\(port)"
    }
}
