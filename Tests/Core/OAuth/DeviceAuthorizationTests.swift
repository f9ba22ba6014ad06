import Secrets
import Support
import Testing

@testable import Core

/// Tests how long and how often the device grant asks.
struct DeviceAuthorizationTests {
    private let web = ScriptedWeb()
    private let clock = TestClock()
    private let reporter = RecordingReporter()
    private static let token = "https://as/token"

    private func server() throws -> AuthorizationServer {
        let json = try JSONReader.parse(
            SharedSecret(
                text: #"{"issuer":"https://as","token_endpoint":"\#(Self.token)","#
                    + #""device_authorization_endpoint":"https://as/device"}"#), of: "it")
        return try #require(try AuthorizationServer(json, issuer: "https://as", NavigationPolicy()))
    }

    /// Runs the grant; returns the seconds that it waited before each poll.
    private func run(
        _ answers: [String], _ start: String = #","interval":5,"expires_in":120"#, isUsers: Bool = true,
        limit: Int64? = nil
    ) throws -> [Int64] {
        try web.on(
            "POST", "https://as/device",
            page: #"{"device_code":"d","user_code":"AB\u001b-CD","verification_uri":"https://as/go"\#(start)}"#)
        for answer in answers {
            try web.on(
                "POST", Self.token,
                status: answer.contains("access_token")
                    ? 200 : answer.contains("unavailable") || answer.hasPrefix("<") ? 502 : 400,
                page: answer)
        }
        var waits: [Int64] = []
        var polls = 1
        let limited = LimitedClock(clock, seconds: limit)
        let device = DeviceAuthorization(
            server: try server(), client: OAuthClient(identifier: "c"), isUsers: isUsers,
            agent: UserAgent(web, clock: limited),
            reporter: reporter
        ) { [clock, web] milliseconds in
            clock.aheadMilliseconds += milliseconds
            if web.asked.count != polls || waits.isEmpty {
                polls = web.asked.count
                waits.append(0)
            }
            waits[waits.count - 1] += milliseconds / 1000
        }
        defer { self.waits.all = waits }
        _ = try device.run([("scope", "read")], deadline: Deadline(seconds: 3600, from: limited))
        return waits
    }

    private final class Waits { var all: [Int64] = [] }
    private let waits = Waits()
    private static let pending = #"{"error":"authorization_pending"}"#
    private static let slow = #"{"error":"slow_down"}"#
    private static let done = #"{"access_token":"t","token_type":"Bearer"}"#

    @Test func itAsksAtTheInterval() throws {
        #expect(try run([Self.pending, Self.pending, Self.done]) == [5, 5, 5])
        #expect(web.asked.first?.body == "scope=read&client_id=c")
        #expect(web.asked.last?.body.hasSuffix("&device_code=d&client_id=c") == true)
        // The server is named, and its text moves no cursor.
        #expect(reporter.said.contains { $0.contains("'as'") } && reporter.said.contains { $0.contains("AB?-CD") })
    }

    @Test func slowerIsForGood() throws {
        #expect(try run([Self.slow, Self.pending, Self.slow, Self.done]) == [5, 10, 10, 15])
    }

    @Test func aFaultIsWaitedOut() throws {
        #expect(try run(["<html>", Self.pending, Self.done], #","interval":1"#).first == 1)
    }

    /// A failure with an error of OAuth in it is a failure.
    @Test func aServerThatFailsHasNotDecided() throws {
        let waits = try run([#"{"error":"temporarily_unavailable"}"#, Self.pending, Self.done])
        #expect(waits == [5, 10, 10])
    }

    /// A service's own server could show the code of another one.
    @Test func onlyTheUsersServerSendsElsewhere() throws {
        try web.on(
            "POST", "https://as/device",
            page: #"{"device_code":"d","user_code":"c","verification_uri":"https://bank/go"}"#)
        #expect(failure { _ = try run([], isUsers: false) }?.code == .refusedHost)
        #expect(web.asked.count == 1 && reporter.said.isEmpty)
        #expect(try run([Self.done]) == [5])
    }

    /// Whatever the server says, the code has an end.
    @Test func endlessSlownessEnds() throws {
        let error = failure { _ = try run([Self.slow]) }
        #expect(error?.code == .timedOut && waits.all == [5, 10, 15, 20, 25, 30, 15], "\(waits.all)")
        #expect(web.asked.count == 7)
    }

    /// The code lives on: what has ended is the time of the command.
    @Test func theEndOfTheCommandIsNotThatOfTheCode() {
        let error = failure { _ = try run([Self.pending], limit: 4) }
        #expect(error?.code == .timedOut && error?.hint?.contains("--timeout") == true, "\(String(describing: error))")
    }

    @Test(arguments: [("access_denied", ErrorCode.refused), ("expired_token", .timedOut), ("invalid_client", .refused)])
    func anEndIsAnEnd(_ word: String, _ code: ErrorCode) {
        #expect(failure { _ = try run([#"{"error":"\#(word)"}"#]) }?.code == code)
        #expect(web.asked.count == 2)
    }

    @Test(arguments: ["javascript:alert(1)", "http://other/"]) func theAddressIsChecked(_ address: String) throws {
        try web.on(
            "POST", "https://as/device", page: #"{"device_code":"d","user_code":"c","verification_uri":"\#(address)"}"#)
        #expect(failure { _ = try run([]) } != nil)
        #expect(web.asked.count == 1 && reporter.said.isEmpty)
    }
}
