internal import Core

/// The use of keys in tokens, by modules that are code of others: neither longer than the deadline, nor again after it
/// has failed.
final class TokenKeys {
    private let limit: (any CallTimeLimit)?
    private let clock: any WallClock
    /// What is wrong with keys, by their addresses.
    private var unusable: [String: FedauthError] = [:]
    /// libcurl's own limit is to be the first.
    private static let graceMilliseconds: Int64 = 1_000

    init(limit: (any CallTimeLimit)?, clock: any WallClock) {
        self.limit = limit
        self.clock = clock
    }

    /// Throws what went wrong before: a card counts wrong PINs, and locks itself.
    func check(_ address: String) throws(FedauthError) {
        if let failure = unusable[address] { throw failure }
    }

    /// Runs a transfer with the key of `name`. The process ends when it does not come back.
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
