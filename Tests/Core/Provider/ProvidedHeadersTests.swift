import Secrets
import Support
import Testing

@testable import Core

/// Tests header fields of a provider, from its answer to the server and back.
struct ProvidedHeadersTests {
    private let clock = TestClock()
    private let web = RequestWeb()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private let url: WebURL
    private static let first = #"{"type":"headers","headers":[{"X-Key":"one"},{"X-Role":"a"},{"X-Role":"b"}]}"#
    private static let second = #"{"type":"headers","headers":[{"X-Key":"two"}]}"#

    init() throws {
        store = MemoryStore(clock: clock)
        url = try WebURL("https://api.example.org/items?a=1")
        try store.initialise()
        demand("one")
    }

    /// Sets the key that the server requires.
    private func demand(_ key: String?) {
        web.answer = { asked in
            if let key, asked.field("X-Key") == key { return RequestWeb.Answer(content: "data") }
            return RequestWeb.Answer(
                status: 401, headers: [("www-authenticate", #"Bearer realm="api", Basic realm="Staff""#)])
        }
    }

    /// Returns a transport for one command; values remain in the store only.
    private func transport(
        _ program: ScriptedProvider, user: String? = nil, origins: [String] = ["https://api.example.org"],
        mayAsk: Bool = true, interactive: Bool = true
    ) throws -> ProvidedTransport {
        var surroundings = ProviderClient.Surroundings()
        surroundings.isInteractive = interactive
        surroundings.user = user
        let cache = ProviderCache(program: program.name, user: user, reporter: reporter, clock: clock) {
            [store] () throws(FedauthError) in store
        }
        let client = ProviderClient(
            program, cache: cache, certificates: ScriptedCertificates(), surroundings, reporter: reporter, clock: clock)
        let limits = ProviderLimits(for: NamedOrigins(try origins.map { try WebURL($0) }), mayAsk: mayAsk)
        return ProvidedTransport(
            web, client: client,
            identities: ProvidedIdentities(NoIdentities(), client: client, limits: limits, reporter: reporter),
            limits: limits)
    }

    @discardableResult
    private func send(_ transport: ProvidedTransport, _ request: Request? = nil) throws -> Response {
        try transport.send(
            request ?? Request("GET", url), maximumBodyBytes: 1000, deadline: Deadline(seconds: 60, from: clock))
    }

    @Test func theyAnswerA401InTheirOrder() throws {
        let program = ScriptedProvider([#"{"type":"progress","message":"look"}"#, Self.first, "not read"])
        let response = try send(transport(program, user: "ada"))
        #expect(response.status == 200 && web.arrived.count == 2)
        #expect(web.arrived[0].headers.isEmpty)
        #expect(web.arrived[1].headers.map { "\($0.name)=\($0.value)" } == ["X-Key=one", "X-Role=a", "X-Role=b"])
        #expect(program.arguments == [["headers", "https://api.example.org"]] && program.ended == 1)
        let received = try #require(program.received.first)
        #expect(received["version"]?.integer == 1 && received["kind"] == "headers" && received["user"] == "ada")
        #expect(received["url"]?.text == url.description && received["origin"] == "https://api.example.org")
        #expect(received["lastResult"] == "none" && received["interactive"] == true)
        #expect((59...60).contains(received["timeoutSeconds"]?.integer ?? 0))
        let reason = try #require(received["reason"])
        #expect(reason["challenge"] == "http" && reason["status"]?.integer == 401)
        #expect(reason["challenges"]?.elements?.map { $0["scheme"]?.text } == ["Bearer", "Basic"])
        #expect(reason["challenges"]?.elements?.map { $0["realm"]?.text } == ["api", "Staff"])
        #expect(reporter.said.contains("./mine: look"))
    }

    @Test func whatWorkedIsUsedAgainWithoutAsking() throws {
        let program = ScriptedProvider([Self.first])
        let one = try transport(program)
        try send(one)
        try send(one)
        // The next command knows only the store.
        try send(transport(program))
        #expect(program.received.count == 1)
        #expect(web.arrived.map { $0.field("X-Key") ?? "" } == ["", "one", "one", "one"])
        // Another user and another program each have their own fields.
        #expect(throws: FedauthError.self) { try send(transport(program, user: "bea")) }
        #expect(program.received.last?["lastResult"] == "none")
    }

    @Test func whatFailsIsForgottenAndAskedAnew() throws {
        let program = ScriptedProvider([Self.first], [Self.second])
        try send(transport(program))
        demand("two")
        #expect(try send(transport(program)).status == 200)
        #expect(program.received.map { $0["lastResult"]?.text } == ["none", "failure"])
        #expect(reporter.said.contains { $0.hasPrefix("warning: what './mine' gave before was refused") })
        #expect(web.arrived.suffix(2).map { $0.field("X-Key") } == ["one", "two"])
        // Nothing of the first answer remains.
        let item = try #require(try store.get(store.list()[0].name))
        #expect(try store.list().count == 1 && item.entry.attributes["result"] == "success")
        #expect(item.value.withBytes { !String(decoding: $0, as: UTF8.self).contains("one") })
    }

    @Test func aRefusalIsRememberedWithoutItsSecret() throws {
        demand(nil)
        let program = ScriptedProvider([Self.first], [#"{"type":"cancel"}"#], [#"{"type":"none"}"#])
        let error = failure { try send(transport(program)) }
        #expect(error?.code == .cancelled && error?.message.contains("nothing was sent") == true)
        #expect(web.arrived.count == 2)
        // A failure does not create a store; this store existed.
        let item = try #require(try store.get(store.list()[0].name))
        #expect(item.entry.attributes["result"] == "failure")
        #expect(item.value.withBytes { !String(decoding: $0, as: UTF8.self).contains("X-Key") })
        #expect(try send(transport(program)).status == 401)
        #expect(program.received.map { $0["lastResult"]?.text } == ["none", "failure", "failure"])
    }

    @Test func theSameTwiceAndThreeRefusalsEndIt() throws {
        demand(nil)
        var error = failure { try send(transport(ScriptedProvider([Self.first], [Self.first]))) }
        #expect(error?.code == .refused && error?.message.contains("gave again") == true)
        #expect(web.arrived.count == 2)
        let keys = (0..<9).map { [#"{"type":"headers","headers":[{"X-Key":"\#($0)"}]}"#] }
        let program = ScriptedProvider()
        program.scripts = keys
        error = failure { try send(transport(program)) }
        #expect(error?.code == .refused && program.received.count == 3, "\(error as Any)")
    }

    @Test func otherOriginsGetNothingAndAreNotAskedFor() throws {
        let program = ScriptedProvider([Self.first], [Self.second])
        let one = try transport(program)
        try send(one)
        for other in [
            "http://api.example.org/", "https://api.example.org:8443/", "https://api.example.org.evil.org/",
            "https://example.org/", "https://sub.api.example.org/",
        ] {
            #expect(try send(one, Request("GET", try WebURL(other))).status == 401)
            #expect(web.arrived.last?.headers.isEmpty == true, "\(other)")
        }
        #expect(program.received.count == 1)
    }

    @Test func whatIsForOnceIsNotKept() throws {
        let program = ScriptedProvider(
            [#"{"type":"headers","keep":false,"headers":[{"X-Key":"one"}]}"#],
            [#"{"type":"headers","expires":1700000100,"headers":[{"X-Key":"one"}]}"#], [Self.first])
        try send(transport(program))
        try send(transport(program))
        try send(transport(program))
        #expect(program.received.map { $0["lastResult"]?.text } == ["none", "success"])
        clock.now = clock.now.adding(seconds: 100)
        try send(transport(program))
        #expect(program.received.count == 3)
    }

    @Test func otherAnswersTo401AreNotTheProviders() throws {
        let program = ScriptedProvider([Self.first])
        var request = Request("GET", url, headers: [Request.Header("authorization", "Bearer mine")])
        #expect(try send(transport(program), request).status == 401)
        request = Request("GET", url)
        request.negotiates = true
        web.principal = KerberosPrincipal("ada@EXAMPLE.ORG")
        #expect(try send(transport(program), request).status == 401)
        #expect(try send(transport(program, mayAsk: false)).status == 401)
        #expect(program.received.isEmpty)
        // The field of the request stays; the provider gives no other field, so nothing changes.
        let same = ScriptedProvider([Self.second])
        request = Request("GET", url, headers: [Request.Header("x-key", "mine")])
        #expect(try send(transport(same), request).status == 401)
        #expect(web.arrived.last?.headers.map(\.value) == ["mine"])
        #expect(same.received.count == 1)
    }

    /// The caller decides about the user interface, and an unusable store stops no request.
    @Test func withoutAStoreItIsAskedEachTime() throws {
        try store.lock()
        let program = ScriptedProvider([Self.first], [Self.first])
        try send(transport(program, interactive: false))
        try send(transport(program))
        #expect(program.received.map { $0["interactive"]?.bool } == [false, true])
        #expect(
            reporter.said.filter { $0.hasPrefix("warning: the answer of './mine' is used and not kept") }.count == 2)
    }

    @Test(arguments: [
        (#"{"type":"headers","headers":[]}"#, "no header field"),
        (#"{"type":"headers","headers":[{"A":"1","B":"2"}]}"#, "not one pair each"),
        (#"{"type":"headers","headers":[{}]}"#, "not one pair each"),
        (#"{"type":"headers","headers":[["A","1"]]}"#, "not one pair each"),
        (#"{"type":"headers","headers":[{"A":1}]}"#, "not one pair each"),
        (#"{"type":"headers","headers":[{"A B":"s3cret"}]}"#, "'A B', which is not a name"),
        (#"{"type":"headers","headers":[{"A:":"s3cret"}]}"#, "'A:', which is not a name"),
        (#"{"type":"headers","headers":[{"":"s3cret"}]}"#, "which is not a name"),
        (#"{"type":"headers","headers":[{":path":"s3cret"}]}"#, "which is not a name"),
        (#"{"type":"headers","headers":[{"A":"s3cret\r\nB: 1"}]}"#, "a value for the header field 'A'"),
        (#"{"type":"headers","headers":[{"A":"s3cret\n"}]}"#, "a value for the header field 'A'"),
        (#"{"type":"headers","headers":[{"A":"s3cret\u0000"}]}"#, "a value for the header field 'A'"),
        (#"{"type":"headers","headers":[{"A":" s3cret"}]}"#, "a value for the header field 'A'"),
        (#"{"type":"headers","headers":[{"A":"s3cret\u007f"}]}"#, "a value for the header field 'A'"),
        (#"{"type":"headers","headers":[{"Host":"s3cret"}]}"#, "'Host', which says where"),
        (#"{"type":"headers","headers":[{"CONNECTION":"s3cret"}]}"#, "one connection only"),
        (#"{"type":"headers","headers":[{"Content-Length":"1"}]}"#, "which says where the request ends"),
        (#"{"type":"headers","headers":[{"Transfer-Encoding":"chunked"}]}"#, "one connection only"),
        (#"{"type":"headers","headers":[{"Proxy-Authorization":"s3cret"}]}"#, "for a proxy"),
        (#"{"type":"headers","headers":[{"Cookie2":"s3cret"}]}"#, "rules of its own"),
        (#"{"type":"headers","headers":[{"Cookie":"s3cret"}]}"#, "rules of its own"),
        (#"{"type":"headers"}"#, "has no list 'headers'"),
        (#"{"type":"headers","headers":[{"A":"1"}],"expires":"soon"}"#, "not a whole number"),
        (#"{"type":"headers","headers":[{"A":"1"}],"keep":"no"}"#, "neither true nor false"),
        (#"{"type":"certificate","file":"/x"}"#, "was asked for header fields, and gave a client certificate"),
        ("garbage s3cret", "is not JSON"), ("[1]", "it is not an object"), ("{}", "it has no 'type'"),
        (#"{"type":"progress"}"#, "has no text 'message'"),
    ])
    func whatMakesNoSenseIsSaidAndNotSent(_ line: String, _ words: String) throws {
        let program = ScriptedProvider([line])
        let error = failure { try send(transport(program)) }
        #expect(error?.code == .providerFailed && error?.code.status == .other, "\(error as Any)")
        #expect(error?.message.contains(words) == true, "\(error as Any)")
        #expect("\(error as Any)".contains("s3cret") == false, "\(error as Any)")
        #expect(web.arrived.count == 1 && program.ended == 1)
    }

    @Test func programsThatFailAreNamed() throws {
        #expect(failure { try send(transport(ScriptedProvider([]))) }?.message.contains("ended with status 7") == true)
        let flood = ScriptedProvider(Array(repeating: #"{"type":"progress","message":"x"}"#, count: 2000))
        #expect(failure { try send(transport(flood)) }?.message.contains("1000 lines, and no answer") == true)
        let own = ScriptedProvider([
            #"{"type":"later"}"#, "",
            #"{"type":"error","code":"not-found","message":"no key\nhere","hint":"make one"}"#,
        ])
        let error = failure { try send(transport(own)) }
        #expect(error?.code == .notFound && error?.message == "'./mine': no key here" && error?.hint == "make one")
        let odd = ScriptedProvider([#"{"type":"error","code":"nonsense"}"#])
        #expect(failure { try send(transport(odd)) }?.code == .providerFailed)
    }

    @Test func aStreamedContentIsSentAgain() throws {
        let source = TextSource("content")
        let response = try transport(ScriptedProvider([Self.first])).send(
            Request("POST", url), maximumBodyBytes: 100, deadline: Deadline(seconds: 60, from: clock),
            streams: ContentStreams(source: source))
        #expect(response.status == 200 && web.arrived.map(\.content) == ["content", "content"])
    }
}
