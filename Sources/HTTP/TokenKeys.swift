internal import Core

/// Uses keys in tokens, through modules of other vendors: not beyond the deadline, and not again after a failure.
final class TokenKeys {
    private let limit: (any CallTimeLimit)?
    private let clock: any WallClock
    /// The errors of keys, by address.
    private var unusable: [String: FedauthError] = [:]
    /// Lets libcurl's own limit take effect first.
    private static let graceMilliseconds: Int64 = 1_000

    init(limit: (any CallTimeLimit)?, clock: any WallClock) {
        self.limit = limit
        self.clock = clock
    }

    /// Throws the error of an earlier use, because a card counts wrong PINs and locks itself.
    func check(_ address: String) throws(FedauthError) {
        if let failure = unusable[address] { throw failure }
    }

    /// Runs a transfer with the key of `name`. Ends the process when the transfer does not return in time.
    func during<Result>(
        _ address: String, of name: String, deadline: Deadline, _ transfer: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        limit?.begin(
            milliseconds: deadline.remainingMilliseconds(clock) + Self.graceMilliseconds,
            FedauthError(
                .timedOut,
                "timed out after \(deadline.limitSeconds) s while waiting for the token of '\(name.folded(to: 60))'",
                hint: "is the token there, and does 'p11tool --list-all' answer?"))
        defer { limit?.lift() }
        do throws(FedauthError) {
            return try transfer()
        } catch {
            if error.code == .clientCertificateUnusable { unusable[address] = error }
            throw error
        }
    }
}
