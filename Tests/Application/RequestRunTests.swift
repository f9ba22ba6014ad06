@testable import Application
import Core
import Fakes
import Support
import Testing

/// Tests what a request sends, and how its response ends the command.
struct RequestRunTests {
    private typealias Answer = RequestWeb.Answer
    private let scene = RequestScene()
    private var web: RequestWeb { scene.web }
    private static let service = RequestScene.service

    /// Sends a request with these settings, and returns what arrived.
    private func sent(_ change: (inout RequestSettings) -> Void = { _ in }) throws -> RequestWeb.Arrived {
        try scene.send { settings, _ in change(&settings) }
        return try #require(web.arrived.last)
    }

    private func content(_ text: String, method: String = "POST") -> RequestSettings.Content {
        RequestSettings.Content(
            source: TextSource(text), method: method, headers: [Request.Header("Content-Type", "text/csv")])
    }

    private func refusal(_ change: (inout RequestSettings) -> Void) -> FedauthError? {
        let error = failure { _ = try sent(change) }
        #expect(web.arrived.isEmpty)
        return error
    }

    // MARK: what is sent

    @Test func aRequestIsAGetForAnything() throws {
        let plain = try sent()
        #expect(plain.method == "GET" && plain.url == Self.service && plain.content.isEmpty)
        #expect(plain.headers.map(\.name) == ["Accept"] && plain.field("accept") == "*/*")
    }

    @Test(arguments: [
        ("options", "OPTIONS"), ("Patch", "PATCH"), ("DELETE", "DELETE"), ("PROPFIND", "PROPFIND"),
        ("propFind", "propFind"),
    ])
    func aKnownMethodMayBeInLowerCase(_ word: String, _ method: String) throws {
        #expect(try sent { $0.method = word }.method == method)
    }

    @Test(arguments: ["", "BAD METHOD", "A/B", "A\r\nB", "\u{C4}", "A:"]) func aMethodIsAToken(_ word: String) {
        let error = refusal { $0.method = word }
        #expect(error?.code == .usage && error?.message.hasSuffix("is not a method") == true)
    }

    @Test func contentHasItsOwnMethodAndFields() throws {
        let posted = try sent { $0.content = content("a,b") }
        #expect(posted.method == "POST" && posted.content == "a,b" && posted.field("content-type") == "text/csv")
        let patched = try sent {
            $0.content = content("a,b")
            $0.method = "PATCH"
            $0.headers = [Request.Header("content-TYPE", "a/b"), Request.Header("X-Own", "1")]
        }
        #expect(patched.method == "PATCH" && patched.headers.count { $0.name.lowercased() == "content-type" } == 1)
        #expect(patched.field("content-type") == "a/b" && patched.field("x-own") == "1")
    }

    @Test func aRequestForTheFieldsAloneSendsNoContent() {
        #expect(refusal { ($0.content, $0.isHead) = (content("x"), true) }?.message == "'--head' sends no content")
    }

    @Test func theFieldsAloneAreAskedForByHead() throws { #expect(try sent { $0.isHead = true }.method == "HEAD") }

    @Test func whatIsExpectedIsAccepted() throws {
        web.answer = { _ in Answer(headers: [("content-type", "application/json")]) }
        #expect(try sent { $0.expected = "application/json" }.field("accept") == "application/json")
        let own = try sent {
            $0.expected = "application/json"
            $0.headers = [Request.Header("accept", "text/csv")]
        }
        #expect(own.headers.filter { $0.name.lowercased() == "accept" }.map(\.value) == ["text/csv"])
    }

    @Test func anExpectedTypeIsAMediaType() {
        #expect(refusal { $0.expected = "json" }?.message == "'json' is not a media type")
    }

    // MARK: ranges

    @Test(arguments: ["0-499", "500-", "-200", "0-1,5-9"]) func aRangeIsAskedForUncompressed(_ range: String) throws {
        let sent = try sent { $0.range = range }
        #expect(sent.field("range") == "bytes=\(range)" && sent.field("accept-encoding") == "identity")
    }

    @Test(arguments: ["x", "0-9\r\nX: y", "bytes=0-9"]) func aRangeHasDigitsOnly(_ range: String) {
        #expect(refusal { $0.range = range }?.message.hasSuffix("is not a range") == true)
    }

    @Test func aFileIsAskedForUncompressed() throws {
        let sent = try sent { $0.isForFile = true }
        #expect(sent.field("accept-encoding") == "identity" && sent.field("range") == nil)
    }

    // MARK: what comes back

    @Test(
        arguments: [
            (200, false, false, nil), (404, false, false, nil), (500, false, false, nil),
            (204, false, true, nil), (302, false, true, 30), (404, false, true, 40), (503, false, true, 50),
        ] as [(Int, Bool, Bool, UInt8?)])
    func aShownResponseMayHaveAnExitStatus(
        _ status: Int, _ fails: Bool, _ isExitStatus: Bool, _ exit: UInt8?
    ) throws {
        web.answer = { _ in Answer(status: status, content: "text") }
        let code = try scene.send { _, statuses in
            statuses.fails = fails
            statuses.isExitStatus = isExitStatus
        }
        #expect(code?.status.number == exit)
        #expect(scene.destination.shown?.status == status && scene.destination.streamed == "text")
    }

    @Test(
        arguments: [
            (401, false, 3), (403, false, 3), (404, false, 10), (410, false, 10), (418, false, 1), (500, false, 1),
            (302, true, 30), (404, true, 40), (418, true, 40), (503, true, 50),
        ] as [(Int, Bool, UInt8)])
    func aFailureShowsNoContent(_ status: Int, _ isExitStatus: Bool, _ exit: UInt8) throws {
        web.answer = { _ in Answer(status: status, content: "an error page") }
        let error = failure {
            try scene.send { settings, statuses in
                settings.signsIn = false
                statuses.fails = true
                statuses.isExitStatus = isExitStatus
            }
        }
        #expect(error?.code.status.number == exit)
        #expect(error?.message == "'\(Self.service)' answered with status \(status)")
        #expect(scene.destination.shown == nil && scene.destination.streamed.isEmpty && scene.destination.hasFailed)
    }

    /// What answers a condition or a range that the request did not have is not what was asked for.
    @Test(arguments: [
        (304, "", true), (304, "If-None-Match", false), (304, "if-modified-since", false), (304, "Range", true),
        (206, "", true), (206, "range", false), (206, "If-None-Match", true), (300, "", true), (305, "", true),
        (302, "", true), (204, "", false),
    ])
    func withFailOnlyTheWantedAnswerIsShown(_ status: Int, _ field: String, _ isFailure: Bool) throws {
        web.answer = { _ in Answer(status: status, content: "text") }
        let error = failure {
            try scene.send { settings, statuses in
                settings.headers = field.isEmpty ? [] : [Request.Header(field, "x")]
                statuses.fails = true
            }
        }
        #expect(
            (error != nil) == isFailure && (scene.destination.shown == nil) == isFailure, "\(String(describing: error))"
        )
    }

    @Test func contentStaysInMemoryWhereNoSinkIs() throws {
        web.answer = { _ in Answer(content: "text") }
        let destination = FakeDestination()
        destination.takesContent = false
        try scene.send(to: destination)
        #expect(destination.shown?.body.equals("text") == true && destination.streamed.isEmpty)
    }

    @Test func aPageWhereDataIsExpectedIsALogin() throws {
        web.answer = {
            $0.field("cookie") == "sid=new"
                ? Answer(headers: [("content-type", "application/json")], content: "{}")
                : Answer(headers: [("content-type", "text/html")], content: "a login")
        }
        try scene.send { settings, _ in settings.expected = "application/json" }
        #expect(scene.destination.streamed == "{}" && scene.world.presenter.asked.count == 1)
        // Without an expectation the page is the response.
        try scene.world.store.delete("session/service.example.org", expecting: .any)
        try scene.send()
        #expect(scene.destination.shown?.body.equals("a login") == true && scene.world.presenter.asked.count == 1)
    }

    /// Many services tell of an error, or of a session that has ended, by status 200.
    @Test(
        arguments: [
            ("text/csv", 200, "application/json", false), ("text/csv", 200, "text/xml", false),
            ("text/csv", 200, "application/problem+json", false), ("text/csv", 204, "", false),
            ("application/json", 200, "application/xml", false),
            ("application/json", 200, "application/problem+json", false),
            ("application/json", 200, "application/vnd.api+json", true),
            ("application/*", 200, "application/json", true),
            ("*/*", 200, "application/json", true), ("text/csv", 200, "text/plain", true), ("text/csv", 200, "", true),
            ("text/csv", 200, "application/octet-stream", true), ("text/csv", 404, "application/json", true),
        ] as [(String, Int, String, Bool)])
    func whatIsSurelyOfAnotherTypeIsNotWritten(_ expected: String, _ status: Int, _ type: String, _ isTaken: Bool)
        throws
    {
        web.answer = { _ in Answer(status: status, headers: type.isEmpty ? [] : [("content-type", type)], content: "x")
        }
        let error = failure { try scene.send { settings, _ in settings.expected = expected } }
        #expect(error?.code == (isTaken ? nil : .unexpectedContent), "\(error as Any)")
        #expect(isTaken || scene.destination.streamed.isEmpty)
    }

    /// A service may have no data today.
    @Test func aPageThatAsksForNothingIsNoRefusal() throws {
        web.answer = { _ in Answer(headers: [("content-type", "text/html")], content: "home") }
        scene.world.reader.pages["home"] = Page(title: "Home", text: "No report today")
        let error = failure { try scene.send { settings, _ in settings.expected = "text/csv" } }
        #expect(error?.code == .unexpectedContent, "\(String(describing: error))")
        #expect(error?.message.hasSuffix("a page in place of 'text/csv'; it says: No report today") == true)
    }

    @Test func aRedirectIsFollowedWhereThatIsWanted() throws {
        web.answer = { $0.url == Self.service ? Answer(status: 302, headers: [("location", "/next")]) : Answer() }
        try scene.send()
        #expect(scene.destination.shown?.status == 302)
        try scene.send { settings, _ in settings.followsRedirects = true }
        #expect(scene.destination.shown?.url.path == "/next")
    }

    @Test func withoutSignInADemandIsTheResponse() throws {
        web.answer = { _ in Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")]) }
        try scene.send { settings, _ in settings.signsIn = false }
        #expect(scene.destination.shown?.status == 401 && web.arrived.count == 1)
        #expect(scene.world.providerUses.map { $0?.mayAsk } == [false])
    }
}
