internal import Core

/// Ends the process when a transfer does not return in time. libcurl looks at its own limits only between certain steps:
/// never while a proxy's answer to CONNECT or the messages of a handshake arrive without a pause, and not within the
/// module of a token or a program's pipe.
struct TransferLimit {
    let limit: (any CallTimeLimit)?
    let clock: any WallClock
    /// What to do when a token does not answer.
    static let tokenHint = "is the token there, and does 'p11tool --list-all' answer?"
    /// Lets libcurl's own limits take effect first.
    private static let graceMilliseconds: Int64 = 2_000

    /// Runs a transfer.
    ///
    /// - Parameter what: what the transfer waits for, in the message.
    func during<Result>(
        _ deadline: Deadline, waitingFor what: String, hint: String, _ transfer: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        limit?.begin(
            milliseconds: deadline.remainingMilliseconds(clock) + Self.graceMilliseconds,
            FedauthError(
                .timedOut, "timed out after \(deadline.limitSeconds) s while waiting for \(what)", hint: hint))
        defer { limit?.lift() }
        return try transfer()
    }
}
