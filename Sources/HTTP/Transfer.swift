internal import Core

/// A request being sent, with its settings.
struct Transfer {
    let request: Request
    let streams: ContentStreams
    let maximumBodyBytes: Int
    let deadline: Deadline
    /// The identity to present; nil for none.
    var identity: Identity?
    /// Whether the time limit for connecting is shorter than the total limit.
    var isConnectLimitShorter = false
    /// The size from which content is long: libcurl's own limit.
    private static let longBytes: Int64 = 1 << 20

    /// Whether the content should be sent only after the server has agreed.
    var isLong: Bool { streams.source.map { ($0.length ?? .max) >= Self.longBytes } ?? false }
}
