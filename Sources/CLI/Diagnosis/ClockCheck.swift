import Core

/// Whether a server's clock agrees with this machine's, by the Date field of its answer (RFC 9110 section 6.6.1).
struct ClockCheck {
    let check: Check

    /// A step of a one-time code (RFC 6238).
    static let codeSeconds: Int64 = 30
    /// What service providers commonly let pass between the clocks of an assertion.
    static let assertionSeconds: Int64 = 180

    /// - Parameters:
    ///   - milliseconds: how long the request took.
    ///   - now: when the answer was there.
    init(_ response: Response, milliseconds: Int64, now: Timestamp) {
        let name = "server.clock"
        let host = response.url.origin.hostAndPort
        guard let field = response.header("date"), let date = HTTPDate.timestamp(field) else {
            check = .absent(name, "'\(host)' does not say what time it is there")
            return
        }
        // A cache says how old its answer is (RFC 9111 section 5.1).
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
