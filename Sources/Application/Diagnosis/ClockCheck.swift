import Core

/// Compares a server's clock with this machine's, by the Date field of a response (RFC 9110 section 6.6.1).
struct ClockCheck {
    let check: Check

    /// The time step of a one-time code (RFC 6238).
    static let codeSeconds: Int64 = 30
    /// The clock difference that service providers commonly accept in an assertion.
    static let assertionSeconds: Int64 = 180

    /// - Parameters:
    ///   - milliseconds: the duration of the request.
    ///   - now: the time at which the response arrived.
    init(_ response: Response, milliseconds: Int64, now: Timestamp) {
        let name = "server.clock"
        let host = response.url.origin.hostAndPort
        guard let field = response.header("date"), let date = HTTPDate.timestamp(field) else {
            check = .absent(name, "'\(host)' does not say what time it is there")
            return
        }
        // A cache reports the age of its response (RFC 9111 section 5.1).
        let age = response.header("age").flatMap { Int64($0) } ?? 0
        // Assumes that the server wrote the date halfway through the request; both clocks are read in whole seconds.
        let ahead = now.seconds - milliseconds / 2000 - date.adding(seconds: max(0, age)).seconds
        let uncertain = milliseconds / 2000 + 1
        let certain = max(0, abs(ahead) - uncertain)
        let words = "this machine's clock is \(abs(ahead)) s \(ahead < 0 ? "behind" : "ahead of") that of '\(host)'"
        let advice = "'timedatectl' shows whether this machine's is set by the network; else ask its operator"
        if certain <= Self.codeSeconds {
            check = .ok(name, ahead == 0 ? "that of '\(host)' agrees" : "\(words), within \(Self.codeSeconds) s")
        } else if certain <= Self.assertionSeconds {
            check = .warning(name, "\(words): one-time codes may be refused", advice)
        } else {
            check = .problem(name, "\(words): sign-ins may be refused, and ends of sessions are wrong", advice)
        }
    }
}
