public import Secrets

/// A request that reached the listener.
public struct LoopbackRequest: Sendable {
    /// Its method, `GET` or `POST` mostly, as it was sent.
    public let method: String
    /// Path and query as they were sent. They may hold a token, so they are for no message.
    public let target: String
    /// The header fields in their order.
    public let headers: [(name: String, value: String)]
    /// The content.
    public let body: SharedSecret

    /// The target up to its `?`.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// What follows the target's `?`; nil when there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The first field of this name, whatever the case of its letters; nil when there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
