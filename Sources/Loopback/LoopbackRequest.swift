public import Secrets

/// A request that reached the listener.
public struct LoopbackRequest: Sendable {
    /// Its method as it was sent, usually `GET` or `POST`.
    public let method: String
    /// Path and query as they were sent. They may contain a token, so they must not appear in messages.
    public let target: String
    /// The header fields in the order received.
    public let headers: [(name: String, value: String)]
    /// The content.
    public let body: SharedSecret

    /// The target before its `?`.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The part of the target after its `?`; nil when there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Returns the first field with this name, ignoring case; nil when there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
