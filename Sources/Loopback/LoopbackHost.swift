/// Names under which somebody on this machine reaches a listener.
///
/// A page of a foreign name that leads to 127.0.0.1 (DNS rebinding) would be of the listener's own origin to a browser, and
/// could read what it answers. The Host field tells the two apart.
enum LoopbackHost {
    /// Whether a Host field (RFC 9110 section 7.2) names a loopback address or `localhost`, and this port.
    static func isOwn(_ field: String?, port: UInt16) -> Bool {
        guard let field = field?.asciiLowercased else { return false }
        let name = ["localhost", "127.0.0.1", "[::1]"].first { field == $0 || field.hasPrefix($0 + ":") }
        guard let name else { return false }
        let rest = field.dropFirst(name.count)
        return rest.isEmpty ? port == 80 : rest == ":\(port)"
    }
}
