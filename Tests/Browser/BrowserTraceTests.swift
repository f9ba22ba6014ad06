import Secrets
import Support
import Testing

@testable import Browser
@testable import Core

/// Tests the trace that events of the Network domain make.
struct BrowserTraceTests {
    private final class Lines: TraceSink {
        var all: [String] = []
        func write(_ text: String) { all.append(text) }
    }

    private let lines = Lines()
    private let known = KnownSecrets()
    private let trace: BrowserTrace

    init() throws {
        known.isWanted = true
        trace = BrowserTrace(
            ConversationTrace(lines, known: known, showsSecrets: false),
            relayed: [try WebURL("https://card.example/").origin])
    }

    private func take(_ name: String, _ parameters: String, session: String = "s") throws {
        let value = try JSONReader.parse(SharedSecret(text: parameters), of: "an event", failure: .badAnswer)
        trace.take(DevToolsConnection.Event(method: "Network." + name, session: session, parameters: value))
    }

    private func ask(_ url: String, _ more: String = "", method: String = "GET", id: String = "1") throws {
        try take(
            "requestWillBeSent",
            #"{"requestId":"\#(id)","request":{"url":"\#(url)","method":"\#(method)","headers":{"Accept":"*/*"}\#(more)}}"#
        )
    }

    @Test func anExchangeIsWrittenAsElsewhere() throws {
        try ask("https://idp.example/login?user=ada&code=1234567")
        #expect(lines.all.isEmpty)
        try take(
            "requestWillBeSentExtraInfo",
            #"{"requestId":"1","headers":{":path":"/login","accept":"*/*","Cookie":"sid=s3cret99; a=b","Referer":"https://x/"}}"#
        )
        #expect(
            lines.all == [
                "> GET https://idp.example/login?user=…&code=…", "> accept: */*", "> cookie: sid=…; a=…",
                "> referer: …",
            ])
        lines.all = []
        try take(
            "responseReceived",
            #"{"requestId":"1","hasExtraInfo":true,"response":{"url":"https://idp.example/login","status":200,"headers":{"Server":"x"}}}"#
        )
        #expect(lines.all.isEmpty)
        try take(
            "responseReceivedExtraInfo",
            #"{"requestId":"1","headers":{"Server":"x","Set-Cookie":"sid=0therS3cret; HttpOnly\nb=c; Path=/"}}"#)
        try take("loadingFinished", #"{"requestId":"1"}"#)
        #expect(
            lines.all == ["< 200", "< server: x", "< set-cookie: sid=…; httponly", "< set-cookie: b=…; path=/"])
    }

    @Test func whatIsTypedIsNotWritten() throws {
        try ask(
            "https://idp.example/login",
            #","hasPostData":true,"postData":"user=ada&password=Typed+Secret&other=x1""#, method: "POST")
        try take(
            "requestWillBeSentExtraInfo",
            #"{"requestId":"1","headers":{"content-type":"application/x-www-form-urlencoded"}}"#)
        try ask(
            "https://idp.example/api", #","hasPostData":true,"postData":"{\"password\":\"Typed Secret\"}""#,
            method: "POST", id: "2")
        try take("requestWillBeSentExtraInfo", #"{"requestId":"2","headers":{"content-type":"application/json"}}"#)
        try ask("https://idp.example/upload", #","hasPostData":true"#, method: "POST", id: "3")
        try take("requestWillBeSentExtraInfo", #"{"requestId":"3","headers":{}}"#)
        #expect(!lines.all.contains { $0.contains("Secret") || $0.contains("x1") }, "\(lines.all)")
        #expect(lines.all.contains("> (39 bytes) user=…&password=…&other=…"), "\(lines.all)")
        #expect(lines.all.contains("> (27 bytes)") && lines.all.contains("> (some bytes, streamed)"), "\(lines.all)")
    }

    @Test func redirectsAreAnswers() throws {
        try ask("https://sp.example/")
        try take("requestWillBeSentExtraInfo", #"{"requestId":"1","headers":{}}"#)
        try take(
            "responseReceivedExtraInfo",
            #"{"requestId":"1","headers":{"Location":"https://idp.example/sso?SAMLRequest=abc","set-cookie":"a=b"}}"#)
        try take(
            "requestWillBeSent",
            #"{"requestId":"1","redirectResponse":{"url":"https://sp.example/","status":302,"headers":{}},"#
                + #""request":{"url":"https://idp.example/sso?SAMLRequest=abc","method":"GET","headers":{}}}"#)
        try take("loadingFailed", #"{"requestId":"1","errorText":"net::ERR_NAME_NOT_RESOLVED"}"#)
        #expect(
            lines.all == [
                "> GET https://sp.example/", "< 302", "< location: https://idp.example/sso?SAMLRequest=…",
                "< set-cookie: a=…", "> GET https://idp.example/sso?SAMLRequest=…",
                "! the browser cannot open 'https://idp.example/sso': net::ERR_NAME_NOT_RESOLVED",
                "!   net::ERR_NAME_NOT_RESOLVED",
            ], "\(lines.all)")
    }

    /// The judge's word on each answer, with what its page shows when its scripts have run, below the request it answers.
    @Test func eachAnswerIsJudged() throws {
        let trace = BrowserTrace(
            ConversationTrace(lines, known: known, showsSecrets: false, clock: TestClock(1_763_726_400)), relayed: [])
        func event(_ name: String, _ parameters: String) throws {
            let value = try JSONReader.parse(SharedSecret(text: parameters), of: "an event", failure: .badAnswer)
            trace.take(DevToolsConnection.Event(method: "Network." + name, session: "s", parameters: value))
        }
        func answer(_ id: Int, _ path: String, _ type: String, _ status: Int, _ fields: String = "") throws {
            let url = "https://idp.example\(path)"
            try event(
                "requestWillBeSent",
                #"{"requestId":"\#(id)","type":"\#(type)","request":{"url":"\#(url)","method":"GET","headers":{}}}"#)
            try event(
                "responseReceived",
                #"{"requestId":"\#(id)","response":{"url":"\#(url)","status":\#(status),"headers":{\#(fields)}}}"#)
            try event("loadingFinished", #"{"requestId":"\#(id)"}"#)
        }
        try answer(1, "/one", "Document", 200)
        try answer(2, "/api", "Fetch", 401, #""WWW-Authenticate":"Basic realm=x""#)
        trace.beginPage(in: "s")
        lines.write("= page 'One', 1 forms")
        var page = Page()
        page.text = "Welcome"
        trace.judge(page, in: "s")
        try answer(3, "/finish", "Document", 403)
        trace.end()
        let rows = TracePage(text: lines.all.joined(separator: "\n")).rows.map { row -> [String] in
            if case .exchange(let exchange) = row { exchange.remarks.map { String($0) } } else { [] }
        }
        #expect(
            rows == [
                ["page 'One', 1 forms", "taken for content: status 200, and nothing asks for a sign-in"],
                ["taken for a demand: credentials: status 401 with Basic"],
                ["taken for a refusal: status 403"],
            ], "\(rows) of \(lines.all)")
    }

    /// The second event of a request may come first, or not at all.
    @Test func theOrderOfEventsDoesNotMatter() throws {
        try take("requestWillBeSentExtraInfo", #"{"requestId":"1","headers":{"cookie":"a=b"}}"#)
        try ask("https://idp.example/one")
        try take("responseReceivedExtraInfo", #"{"requestId":"1","headers":{"server":"y"}}"#)
        try take(
            "responseReceived",
            #"{"requestId":"1","hasExtraInfo":true,"response":{"url":"https://idp.example/one","status":204,"headers":{}}}"#
        )
        try ask("https://idp.example/two", id: "2")
        try take(
            "responseReceived",
            #"{"requestId":"2","response":{"url":"https://idp.example/two","status":404,"headers":{}}}"#)
        #expect(
            lines.all == [
                "> GET https://idp.example/one", "> cookie: a=…", "< 204", "< server: y",
                "> GET https://idp.example/two", "> accept: */*", "< 404",
            ], "\(lines.all)")
    }

    /// fedauth's own transport writes the requests that it relays.
    @Test(arguments: ["https://card.example/x", "data:text/plain,secret", "chrome://version/"])
    func othersAreNotWritten(_ url: String) throws {
        try ask(url)
        try take("requestWillBeSentExtraInfo", #"{"requestId":"1","headers":{}}"#)
        try take(
            "responseReceived", #"{"requestId":"1","response":{"url":"\#(url)","status":200,"headers":{}}}"#)
        try take("loadingFailed", #"{"requestId":"1","errorText":"net::ERR_FAILED"}"#)
        #expect(lines.all.isEmpty)
    }
}
