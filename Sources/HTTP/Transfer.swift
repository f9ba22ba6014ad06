internal import Core

/// One request on its way, with all that holds for it.
struct Transfer {
    let request: Request
    let streams: ContentStreams
    let maximumBodyBytes: Int
    let deadline: Deadline
    /// Who we are to the server; nil: nobody.
    var identity: Identity?
    /// True when the limit for connecting is the shorter one.
    var isConnectLimitShorter = false
    /// From here on a content is long: what libcurl itself takes for its limit.
    private static let longBytes: Int64 = 1 << 20

    /// A content that should not be sent before the server has said that it wants it.
    var isLong: Bool { streams.source.map { ($0.length ?? .max) >= Self.longBytes } ?? false }
}
