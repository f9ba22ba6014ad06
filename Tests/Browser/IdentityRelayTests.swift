import Core
import Secrets
import Support
import Testing

@testable import Browser

/// Checks which requests fedauth sends in place of the browser, and what it does with the answers.
@Suite struct IdentityRelayTests {
    /// Answers as the test says and records the requests.
    private final class Server: Transport {
        var answer: Response
        private(set) var sent: [Request] = []
        private(set) var limits: [Int64] = []

        init(_ answer: Response) { self.answer = answer }

        func send(
            _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
        ) throws(FedauthError) -> Response {
            sent.append(request)
            limits.append(deadline.limitSeconds)
            return answer
        }
    }

    private final class Identities: NoIdentities {
        let origins: [Origin]
        init(_ origins: [Origin]) { self.origins = origins }
        override func boundOrigins() throws(FedauthError) -> [Origin] { origins }
    }

    private let url: WebURL
    private let clock = TestClock()

    init() throws { url = try WebURL("https://a.example:8443/page?x=1") }

    private func asked(
        _ type: String, _ method: String = "GET", headers: JSONValue = [:], _ more: JSONValue.Member...
    ) throws -> PageRequest {
        let request: [JSONValue.Member] = [
            .init("url", .text(url.description)), .init("method", .text(method)), .init("headers", headers),
        ]
        return try #require(
            PageRequest(
                .object([
                    .init("requestId", "1"), .init("frameId", "f"), .init("resourceType", .text(type)),
                    .init("request", .object(request + more)),
                ]), session: "s", window: "f"))
    }

    private func relay(_ server: Server) throws -> IdentityRelay {
        let relay = IdentityRelay(transport: server, identities: Identities([url.origin]), clock: clock)
        try relay.begin()
        return relay
    }

    private var deadline: Deadline { Deadline(seconds: 100, from: clock) }

    @Test func onlyExactlyTheBoundServersAreAsked() throws {
        let relay = try relay(Server(Response(status: 200, url: url)))
        #expect(relay.isFor(url))
        for other in [
            "https://a.example/page", "http://a.example:8443/page", "https://b.a.example:8443/",
            "https://a.example.org:8443/",
        ] {
            #expect(try !relay.isFor(WebURL(other)), "\(other)")
        }
    }

    @Test func whatThePageSendsIsSent() throws {
        let server = Server(Response(status: 200, url: url))
        let relay = try relay(server)
        relay.languages = "de,en;q=0.9"
        let piece: JSONValue = ["bytes": "AP8="]
        _ = try relay.send(
            asked(
                "Document", "POST", headers: ["Cookie": "a=b", "Accept-Encoding": "br", "Content-Length": "2"],
                .init("hasPostData", true), .init("postData", "??"), .init("postDataEntries", .array([piece]))),
            to: url, deadline: deadline)
        let sent = try #require(server.sent.first)
        #expect(sent.method == "POST" && sent.url == url)
        #expect(sent.headers.map(\.name) == ["Cookie", "Accept-Language"])
        #expect(sent.body?.withBytes { Array($0) } == [0, 255])
        _ = try relay.send(asked("Image"), to: url, deadline: deadline)
        // A part of a page has a shorter limit than a document, because it must not delay the rest.
        #expect(server.limits == [100, 15])
    }

    @Test func aFileThatTheBrowserKeepsIsNotSentAsNothing() throws {
        let server = Server(Response(status: 200, url: url))
        let form = try asked("Document", "POST", .init("hasPostData", true), .init("postDataEntries", .array([[:]])))
        #expect(throws: FedauthError.self) { try relay(server).send(form, to: url, deadline: deadline) }
        #expect(server.sent.isEmpty)
    }

    /// A server that allows every origin may not know that the request carried the user's certificate.
    @Test(
        arguments: [
            ("https://b.example", nil, "*", false), ("null", nil, "*", false), ("https://a.example", nil, "*", false),
            ("https://b.example", "true", "*", false), ("https://b.example", "true", "https://c.example", false),
            ("https://b.example", "true", "https://b.example", true), ("https://a.example:8443", nil, "*", true),
            (nil, nil, "*", true),
        ] as [(String?, String?, String, Bool)])
    func pagesOfOthersReadWhatTheServerLetsThemReadAsTheUser(
        _ page: String?, _ credentials: String?, _ readers: String, isGiven: Bool
    ) throws {
        let fields = credentials.map { [(name: "access-control-allow-credentials", value: $0)] } ?? []
        let server = Server(
            Response(status: 200, url: url, headers: [(name: "access-control-allow-origin", value: readers)] + fields))
        let headers: JSONValue = page.map { ["Origin": .text($0)] } ?? [:]
        let result = Result { try relay(server).send(asked("XHR", headers: headers), to: url, deadline: deadline) }
        #expect(((try? result.get()) != nil) == isGiven)
        // A document is exempt: another site may send a form there, but cannot read the answer.
        _ = try relay(server).send(asked("Document", "POST", headers: headers), to: url, deadline: deadline)
    }

    /// What a page includes without CORS. The browser does not check that for an answer which fedauth gives it.
    @Test(
        arguments: [
            ("https://b.example/x", nil, "text/javascript", true),
            ("https://b.example/x", "cross-origin", "image/png", true),
            ("https://b.example/x", "same-origin", "text/javascript", false),
            ("https://b.example/x", "same-site", "text/javascript", false),
            ("https://b.example/x", nil, "application/json; charset=utf-8", false),
            ("https://b.example/x", nil, "text/html", false), ("https://b.example/x", nil, "application/x+json", false),
            ("https://b.example/x", nil, "text/plain", false), ("https://b.example/x", nil, "image/svg+xml", true),
            ("https://a.example:8443/x", "same-origin", "application/json", true),
            ("https://a.example/x", "same-origin", "text/javascript", false), (nil, "same-origin", "text/css", false),
            (nil, nil, "application/json", false), (nil, nil, "text/css", true),
        ] as [(String?, String?, String, Bool)])
    func pagesOfOthersIncludeWhatTheServerLetsThemInclude(
        _ page: String?, _ policy: String?, _ type: String, isGiven: Bool
    ) throws {
        let fields = [("content-type", type), ("x-content-type-options", "nosniff")]
        let shown = policy.map { [("cross-origin-resource-policy", $0)] } ?? []
        let server = Server(Response(status: 200, url: url, headers: fields + shown))
        let headers: JSONValue = page.map { ["Referer": .text($0)] } ?? [:]
        for own in [nil, url.origin.description] {
            let result = Result {
                try relay(server).send(asked("Script", headers: headers), to: url, deadline: deadline) { own }
            }
            // The browser is asked where the page does not tell.
            #expect(((try? result.get()) != nil) == (isGiven || page == nil && own != nil), "\(own ?? "")")
        }
        _ = try relay(server).send(asked("Document", headers: headers), to: url, deadline: deadline)
    }

    @Test func theAnswerIsHandedOnWithoutWhatBelongsToTheConnection() {
        let answer = Response(
            status: 200, url: url,
            headers: [("content-encoding", "gzip"), ("content-length", "5"), ("content-type", "text/html")],
            setCookies: [SharedSecret(text: "a=b; HttpOnly")])
        let entries = RelayedFields.entries(answer)
        #expect(entries.map { $0["name"]?.text } == ["content-type", "set-cookie"])
        #expect(entries.last?["value"]?.text == "a=b; HttpOnly")
    }

    @Test func languagesAreAListWithWeights() {
        #expect(RelayedFields.languages("de-DE,de,en") == "de-DE,de;q=0.9,en;q=0.8")
        #expect(RelayedFields.languages("en\r\nX: y") == nil)
        #expect(RelayedFields.languages("") == nil)
    }

    @Test func whatIsToBeDoneIsNamed() throws {
        let origin = url.origin
        #expect(IdentityAdvice.binding([], to: origin).contains("identity import FILE --origin https://a.example:8443"))
        #expect(IdentityAdvice.binding(["x"], to: origin).contains("identity bind x https://a.example:8443"))
        #expect(IdentityAdvice.binding(["x", "y"], to: origin).contains("one of 'x', 'y'"))
    }
}
