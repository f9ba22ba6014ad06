public import Secrets

/// Enrollment over Secure Transport (RFC 7030, corrected by RFC 8951). The user is authenticated by HTTP (Basic,
/// Digest, Negotiate) when the server sends a challenge, or by the transport's client certificate. The chain comes from
/// `cacerts`.
public final class ESTServer: EnrollmentServer {
    /// The base address of its operations: `https://host/.well-known/est/label`.
    public let base: WebURL
    private let flow: RequestFlow
    private let clock: any WallClock
    private let reporter: any Reporter
    private let wait: (_ milliseconds: Int64) -> Void
    private var jar = CookieJar()
    private var asksForAttributes: Bool
    private static let maximumBytes = 1 << 20
    private static let wellKnown = "/.well-known/est"

    /// `asksForAttributes` is false when the request already exists; `answerers` are for HTTP authentication; `wait`
    /// sleeps while the request waits for approval.
    public init(
        _ agent: UserAgent, base: WebURL, asksForAttributes: Bool, answerers: [any DemandAnswerer],
        reporter: any Reporter, wait: @escaping (_ milliseconds: Int64) -> Void
    ) {
        self.base = base
        self.asksForAttributes = asksForAttributes
        clock = agent.clock
        self.reporter = reporter
        self.wait = wait
        var options = RequestFlow.Options()
        options.maximumBodyBytes = Self.maximumBytes
        flow = RequestFlow(agent, answerers: answerers, options: options, reporter: reporter)
    }

    /// Returns the base address for the server at `url`, which may be only the server or the full path, and its
    /// `label`. Throws `insecure-address` for http, and `usage` for an invalid label.
    public static func base(_ url: WebURL, label: String?) throws(FedauthError) -> WebURL {
        guard url.scheme == .https else {
            throw FedauthError(
                .insecureAddress, "'\(url.withoutQuery)' is not encrypted",
                hint: "EST is spoken over https only (RFC 7030 section 3.3)")
        }
        var path = url.path
        while path.hasSuffix("/") { path.removeLast() }
        if !path.contains(wellKnown) { path += wellKnown }
        guard let label, !label.isEmpty else { return url.with(path: path) }
        let isSegment = label.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%".utf8.contains($0) }
        guard isSegment, label != ".", label != ".." else {
            throw FedauthError(
                .usage, "'\(label.folded(to: 60))' is not a label of an EST server", hint: "it is one part of a path")
        }
        return url.with(path: path.hasSuffix("\(wellKnown)/\(label)") ? path : "\(path)/\(label)")
    }

    /// Requests the server's attributes (`csrattrs`), an operation that is optional; 204, and the statuses for what a server does
    /// not have, mean that it wants none (RFC 7030 section 4.5.2).
    public func offer(deadline: Deadline) throws(FedauthError) -> EnrollmentOffer {
        var offer = EnrollmentOffer()
        guard asksForAttributes else { return offer }
        let response = try send(Request("GET", address("csrattrs"), headers: [.init("Accept", "*/*")]), deadline)
        switch response.status {
        case 204, 404, 405, 410, 501: return offer
        case 200..<300:
            try requireNoPage(response, "request attributes")
            if !response.body.isEmpty { offer.attributes = response.body }
            if Self.wantsChallengePassword(response.body) {
                reporter.note(
                    "'\(base.origin.hostAndPort)' wants a 'challengePassword' that ties the request to its TLS connection "
                        + "(RFC 7030 section 3.5), which fedauth does not send")
            }
            return offer
        default: throw refusal(of: response, "request attributes")
        }
    }

    /// The object identifier of the attribute (RFC 2985 section 5.4.1), 1.2.840.113549.1.9.7, in DER.
    private static let challengePassword: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 7]

    private static func wantsChallengePassword(_ attributes: SharedSecret) -> Bool {
        (Base64.decode(attributes) ?? attributes).withBytes { bytes in
            bytes.indices.contains { bytes[$0...].starts(with: challengePassword) }
        }
    }

    /// Calls `simpleenroll`, or `simplereenroll` for the certificate in use; again while it waits for approval (status 202).
    public func certificates(
        for request: [UInt8], renews: Bool, from moment: Timestamp?, deadline: Deadline,
        whenWaiting: (_ next: Timestamp) throws(FedauthError) -> Void
    ) throws(FedauthError) -> [SharedSecret] {
        let authorities = try self.authorities(deadline: deadline)
        let message = Request(
            "POST", address(renews ? "simplereenroll" : "simpleenroll"),
            headers: [
                .init("Content-Type", "application/pkcs10"), .init("Content-Transfer-Encoding", "base64"),
                .init("Accept", "*/*"),
            ], body: Base64.encode(SharedSecret(Secret(request))))
        defer { reporter.waitIsOver() }
        if let moment { pass(until: moment) }
        var hasReported = false
        while true {
            let response = try send(message, deadline)
            guard response.status == 202 else {
                guard (200..<300).contains(response.status), !response.body.isEmpty else {
                    var failure = refusal(of: response, renews ? "the renewal" : "the certificate")
                    // Statuses about the user or the rate of requests say nothing about the request itself.
                    if failure.code == .refused, ![401, 408, 429].contains(response.status) {
                        failure.code = .requestRefused
                    }
                    throw failure
                }
                try requireNoPage(response, "a certificate")
                return [response.body] + authorities
            }
            let asked = response.header("retry-after").flatMap { RetryAfter.seconds($0, now: clock.now) }
            let next = clock.now.adding(seconds: max(1, asked ?? RetryAfter.usualSeconds))
            let isTooLate = Self.isBeyond(deadline, next, clock)
            // Reports at once, because the wait may be interrupted; not every time, because each report is a write.
            if !hasReported || isTooLate { try whenWaiting(next) }
            if !hasReported {
                let words = Self.text(of: response)
                reporter.note(
                    "'\(base.origin.hostAndPort)' has accepted the request, which waits for approval"
                        + (words.isEmpty ? "" : ": \(words)")
                        + (isTooLate ? "" : "; it is asked again until '--timeout' ends, and Ctrl-C loses nothing"))
                hasReported = true
            }
            guard !isTooLate else { throw Self.pending(at: base.origin, next) }
            pass(until: next)
        }
    }

    /// Returns whether `next`, when the server wants to be asked again, is after the deadline.
    public static func isBeyond(_ deadline: Deadline, _ next: Timestamp, _ clock: any WallClock) -> Bool {
        let (seconds, overflow) = next.seconds.subtractingReportingOverflow(clock.now.seconds)
        return overflow || seconds > deadline.remainingMilliseconds / 1000
    }

    /// Returns the error for a request that is not approved yet.
    public static func pending(at origin: Origin, _ next: Timestamp) -> FedauthError {
        FedauthError(
            .approvalPending,
            "the request waits for approval, and '\(origin.hostAndPort)' wants to be asked again from \(next.iso8601) on",
            hint: "run it again then, and the same request is sent again; '--timeout' waits longer")
    }

    /// Returns the answer of `cacerts`.
    public func authorities(deadline: Deadline) throws(FedauthError) -> [SharedSecret] {
        let response = try send(Request("GET", address("cacerts"), headers: [.init("Accept", "*/*")]), deadline)
        guard (200..<300).contains(response.status) else { throw refusal(of: response, "its authorities") }
        try requireNoPage(response, "authorities")
        return response.body.isEmpty ? [] : [response.body]
    }

    /// Does nothing: the answerers have stored accepted passwords.
    public func approveCredentials() throws(FedauthError) {}

    private func address(_ operation: String) -> WebURL { base.with(path: "\(base.path)/\(operation)") }

    private func send(_ request: Request, _ deadline: Deadline) throws(FedauthError) -> Response {
        try deadline.check(waitingFor: "enrolling at '\(base.origin.hostAndPort)'")
        let response = try flow.run(request, jar: &jar, streams: ContentStreams()) { deadline }
        guard let location = response.redirect else { return response }
        throw FedauthError(
            .refusedHost, "'\(response.url.withoutQuery)' leads to '\(location.folded(to: 100))'",
            hint: "nothing was sent there; if that is the EST server, name its address")
    }

    private func pass(until moment: Timestamp) {
        var left = max(0, min(moment.seconds(since: clock.now), 1_000_000)) * 1000
        while left > 0 {
            reporter.stillWaiting()
            let slice = min(left, 1000)
            wait(slice)
            left -= slice
        }
    }

    // MARK: Failures

    private static func isPage(_ response: Response) -> Bool {
        MediaType(response.header("content-type") ?? "").isHTML || response.body.firstVisible == UInt8(ascii: "<")
    }

    private func requireNoPage(_ response: Response, _ expected: String) throws(FedauthError) {
        guard Self.isPage(response) else { return }
        throw FedauthError(
            .unexpectedContent, "'\(response.url.withoutQuery)' answered with a page instead of \(expected)",
            hint: "a proxy or another server may stand in between; '--trace FILE' shows the conversation")
    }

    private static func text(of response: Response) -> String {
        guard !isPage(response) else { return "" }
        return response.body.withBytes { ServerText.beginning(of: $0) }.folded()
    }

    private func refusal(of response: Response, _ what: String) -> FedauthError {
        let host = base.origin.hostAndPort
        let words = Self.text(of: response)
        let said = words.isEmpty ? "" : ": \(words)"
        switch response.status {
        case 404:
            return FedauthError(
                .notFound, "there is no EST at '\(base.withoutQuery)' (status 404)\(said)",
                hint: "check the address and the label")
        case 500...:
            return FedauthError(
                .badAnswer, "'\(host)' failed (status \(response.status))\(said)",
                hint: "the fault is the server's: try again later")
        case 200..<300: return FedauthError(.badAnswer, "'\(host)' answered with nothing where \(what) was expected")
        default:
            return FedauthError(
                .refused, "'\(host)' refused \(what) (status \(response.status))\(said)",
                hint: "no certificate was stored; its administrator knows why")
        }
    }
}
