import Core
import Support
import Testing

@testable import Application

/// Tests when a request is sent again.
struct RequestAttemptsTests {
    private let clock = TestClock()
    private let reporter = RecordingReporter()
    private let url = "https://h/x"

    /// What a server does with one request: a status, or a failed connection.
    private enum Answer { case status(Int, retryAfter: String? = nil), failure(ErrorCode) }

    /// Returns the last status, or the code of the error, and the pauses in seconds.
    private func run(
        _ answers: [Answer], retries: Int = 3, method: String = "GET", seconds: Int64 = 1000, hasContent: Bool = false,
        hasPassword: Bool = false, isUnanswered: Bool = false
    ) throws -> (end: String, pauses: [Int64]) {
        var pauses: [Int64] = []
        var rest = answers
        do throws(FedauthError) {
            let attempts = try RequestAttempts(
                retries, of: Request(method, try WebURL(url)), until: Deadline(seconds: seconds, from: clock),
                clock: clock, reporter: reporter, wait: { pauses.append($0 / 1000) })
            attempts.hasPassword = { hasPassword }
            attempts.isUnanswered = { isUnanswered }
            let response = try attempts.run(hasContent: { hasContent }) { () throws(FedauthError) in
                switch rest.isEmpty ? .status(200) : rest.removeFirst() {
                case .status(let status, let after):
                    return Response(
                        status: status, url: try WebURL(url),
                        headers: after.map { [(name: "retry-after", value: $0)] } ?? [])
                case .failure(let code): throw FedauthError(code, "failed")
                }
            }
            return ("\(response.status)", pauses)
        } catch {
            return ("\(error.code.name): \(error.message)", pauses)
        }
    }

    @Test func onlyWhatPassesIsTriedAgain() throws {
        for status in [408, 429, 502, 503, 504] { #expect(try run([.status(status)]) == ("200", [1])) }
        for status in [200, 302, 400, 401, 403, 404, 500, 501] {
            #expect(try run([.status(status)]) == ("\(status)", []))
        }
        #expect(try run([.failure(.network)]) == ("200", [1]))
        for code in [ErrorCode.tls, .timedOut, .refused, .badAnswer] {
            #expect(try run([.failure(code)]) == ("\(code.name): failed", []))
        }
        #expect(try run([.failure(.network)], hasContent: true) == ("network: failed", []))
        #expect(try run([.status(503)], retries: 0) == ("503", []))
    }

    /// A server that says so may count the password, and lock the account.
    @Test func aPasswordIsNotSentAgainWhereItMayBeCounted() throws {
        for status in [408, 429] { #expect(try run([.status(status)], hasPassword: true) == ("\(status)", [])) }
        for status in [502, 503, 504] { #expect(try run([.status(status)], hasPassword: true) == ("200", [1])) }
        #expect(try run([.failure(.network)], isUnanswered: true) == ("network: failed", []))
    }

    @Test func pausesGrowAndTheServerMayAskForMore() throws {
        let busy = [Answer](repeating: .status(503), count: 9)
        #expect(try run(busy, retries: 8) == ("503", [1, 2, 4, 8, 16, 32, 60, 60]))
        #expect(try run([.status(429, retryAfter: "7"), .status(503, retryAfter: "0")]) == ("200", [7, 2]))
        let failing = [Answer](repeating: .failure(.network), count: 9)
        #expect(try run(failing, retries: 2) == ("network: failed (sent 3 times)", [1, 2]))
    }

    @Test func noAttemptBeginsAfterTheTimeLimit() throws {
        #expect(try run([.status(503, retryAfter: "60")], seconds: 30) == ("503", []))
        #expect(reporter.said.last?.contains("would be after '--timeout'") == true)
        #expect(
            try run([.failure(.network), .failure(.network)], seconds: 2) == ("network: failed (sent 2 times)", [1]))
    }

    @Test(arguments: ["POST", "PATCH", "PROPFIND"]) func whatMayActTwiceIsNotSentAgain(_ method: String) throws {
        #expect(try run([], method: method).end.hasPrefix("usage: '--retry' is not for \(method)"))
        #expect(try run([.status(503)], retries: 0, method: method) == ("503", []))
    }
}
