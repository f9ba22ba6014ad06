import Secrets

/// The device grant (RFC 8628): the user signs in on another device, and types a code there.
struct DeviceAuthorization {
    let server: AuthorizationServer
    let client: OAuthClient
    /// Whether the user named the issuer, and not the service.
    var isUsers = true
    let agent: UserAgent
    let reporter: any Reporter
    let wait: (_ milliseconds: Int64) -> Void
    /// RFC 8628 section 3.5.
    private static let usualSeconds: Int64 = 5, slowerSeconds: Int64 = 5
    private static let longestSeconds: Int64 = 60

    /// Shows the code, and returns the answer with the token. Throws `refused`, and `timed-out` at its end.
    func run(_ wishes: [(name: String, value: String)], deadline: Deadline) throws(FedauthError) -> TokenAnswer {
        var form = OAuthGrant()
        for wish in wishes { form.add(wish.name, wish.value) }
        let place = try server.require(\.device, "device_authorization_endpoint")
        let answer = try endpoint(place, "device_authorization_endpoint").send(form, deadline: deadline)
        guard let code = answer.secret("device_code") else { throw answer.missing("device_code") }
        guard let shown = answer.text("user_code") else { throw answer.missing("user_code") }
        // Google's name for it.
        guard let address = answer.text("verification_uri") ?? answer.text("verification_url") else {
            throw answer.missing("verification_uri")
        }
        let url = try WebURL(address)
        try agent.policy.check(url, by: "'verification_uri'")
        if !isUsers { try server.requireOwn(url, "type nothing there") }
        show(url, shown, answer.text("verification_uri_complete").flatMap { try? WebURL($0) })
        let life = Deadline(seconds: min(answer.seconds("expires_in") ?? 600, 3600), from: agent.clock)
        return try poll(code, every: max(answer.seconds("interval") ?? Self.usualSeconds, 1), until: life, deadline)
    }

    private func endpoint(_ url: WebURL, _ name: String) -> TokenEndpoint {
        TokenEndpoint(
            url: url, client: client, source: "'\(name)' of '\(server.issuer.folded(to: 120))'",
            purpose: "the sign-in by a device", agent: agent)
    }

    /// Names the server beside the code: whoever sends a code of another sign-in wants it typed elsewhere (RFC 8628 section 5.4).
    private func show(_ url: WebURL, _ code: String, _ complete: WebURL?) {
        reporter.instruct("sign in to '\(url.host)' on any device, at this address:")
        reporter.instruct("  " + url.withFragment)
        reporter.instruct("and type this code, or compare it: \(code.folded(to: 40))")
        reporter.drawCode(of: (complete?.origin == url.origin ? complete ?? url : url).withFragment)
    }

    private func poll(
        _ code: SharedSecret, every seconds: Int64, until end: Deadline, _ deadline: Deadline
    ) throws(FedauthError) -> TokenAnswer {
        defer { reporter.waitIsOver() }
        let place = endpoint(try server.require(\.token, "token_endpoint"), "token_endpoint")
        var interval = seconds
        while true {
            try pause(interval, end, deadline)
            var grant = OAuthGrant(.device)
            grant.add("device_code", code)
            do throws(FedauthError) {
                return try place.send(grant, deadline: deadline)
            } catch {
                switch error.serverCode {
                // For good (RFC 8628 section 3.5).
                case "slow_down": interval = min(interval + Self.slowerSeconds, Self.longestSeconds)
                // A server that fails has not decided, whatever it says.
                case _ where error.code == .network || error.code == .badAnswer:
                    interval = min(interval * 2, Self.longestSeconds)
                case "authorization_pending": continue
                case "expired_token": throw Self.ended(server.issuer)
                default: throw error
                }
            }
        }
    }

    private func pause(_ seconds: Int64, _ end: Deadline, _ deadline: Deadline) throws(FedauthError) {
        for _ in 0..<seconds {
            // First: the time of the command limits that of the code, too (`WallClock.limit`).
            try deadline.check(waitingFor: "waiting for the sign-in on the other device")
            guard end.remainingMilliseconds > 0 else { throw Self.ended(server.issuer) }
            reporter.stillWaiting(until: end.or(deadline))
            wait(1000)
        }
    }

    private static func ended(_ issuer: String) -> FedauthError {
        FedauthError(
            .timedOut, "the code of '\(issuer.folded(to: 120))' has ended before anybody typed it",
            hint: "start again, and type the new code")
    }
}
