public import Core
internal import Crypto
public import Secrets

/// One-time codes for a key in the store (RFC 6238).
public final class TOTPSource: OneTimeCodeSource {
    /// `totp:` and the entry.
    public let description: String
    private let entry: SecretReader
    private let context: Context
    private let wait: (_ milliseconds: Int64) -> Void

    /// Reads nothing yet. `wait`: sleeps until the next time step.
    public init(
        entry: String, in store: any CredentialStore, _ context: Context,
        wait: @escaping (_ milliseconds: Int64) -> Void = SystemClock.sleep
    ) {
        self.entry = SecretReader(NamedEntry(entry, kind: "totp"), in: store)
        self.context = context
        self.wait = wait
        description = "totp:" + entry
    }

    /// Returns the current code.
    public func secret() throws(FedauthError) -> Secret { try code(unlike: []) }

    /// Returns the key.
    public func key() throws(FedauthError) -> SharedSecret { SharedSecret(try entry.secret()) }

    /// Returns a code that is not among `used`. Waits for the next time step if necessary, and throws `timed-out` when that
    /// begins after the time limit.
    public func code(unlike used: [SharedSecret]) throws(FedauthError) -> Secret {
        let key = try OneTimePassword(reading: try entry.secret())
        while true {
            let code = SharedSecret(try key.code(at: context.clock.now))
            guard used.contains(code) else {
                context.known.learn(code.copy())
                return code.copy()
            }
            let seconds = key.periodSeconds - context.clock.now.seconds % key.periodSeconds
            try context.clock.deadline().check(forSeconds: seconds, "the next one-time code of '\(description)'")
            context.reporter.note(
                "this server has the one-time code of '\(description.folded(to: 80))' already; waiting \(seconds) s for the next"
            )
            for _ in 0..<seconds {
                context.reporter.stillWaiting()
                wait(1000)
            }
            context.reporter.waitIsOver()
        }
    }
}
