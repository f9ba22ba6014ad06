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

/// Ends the process when a transfer does not return in time. libcurl looks at its own limits only between certain steps:
/// never while a proxy's answer to CONNECT or the messages of a handshake arrive without a pause, and not within the
/// module of a token or a program's pipe.
struct TransferLimit {
    let limit: (any CallTimeLimit)?
    /// What to do when a token does not answer.
    static let tokenHint = "is the token there, and does 'p11tool --list-all' answer?"
    /// Lets libcurl's own limits take effect first.
    static let graceMilliseconds: Int64 = 2_000

    /// Runs a transfer that waits for `what`, as messages say. `grace` is the time after the deadline; 0 for a call
    /// that has no limits of its own.
    func during<Result>(
        _ deadline: Deadline, waitingFor what: String, hint: String, grace: Int64 = graceMilliseconds,
        _ transfer: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        // 0 would mean that there is no limit.
        limit?.begin(
            milliseconds: max(1, deadline.remainingMilliseconds + grace),
            FedauthError(.timedOut, "timed out after \(deadline.limitSeconds) s while waiting for \(what)", hint: hint))
        defer { limit?.lift() }
        return try transfer()
    }
}
