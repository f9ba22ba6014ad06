import Core
import Glibc
import HTTP
import Secrets
import Testing

/// Tests responses.
@Suite struct ResponseTests {
    @Test func redirectsAreAnswers() throws {
        let answer = try makeTransport().get("/redirect")
        #expect(answer.status == 302)
        #expect(answer.header("location") == "/echo")
        #expect(answer.text == "moved")
    }

    @Test func errorStatusesAreAnswers() throws {
        let answer = try makeTransport().get("/unauthorized")
        #expect(answer.status == 401)
        #expect(
            answer.headers.filter { $0.name == "www-authenticate" }.map(\.value) == [
                "Basic realm=\"x\"", "Negotiate",
            ])
    }

    @Test func cookiesKeepTheirOrderAndStayApart() throws {
        let transport = try makeTransport()
        let answer = try transport.get("/cookies")
        #expect(answer.setCookies.map { $0.copy().count } == [11, 3, 3])
        #expect(answer.setCookies[0].equals("a=1; Path=/"))
        #expect(answer.setCookies[1].equals("b=2"))
        #expect(answer.setCookies[2].equals("c=3"))
        #expect(!answer.headers.contains { $0.name == "set-cookie" })
        #expect(answer.header("x-between") == "yes")
        // libcurl's cookie engine is off, so no cookie is sent back.
        #expect(try transport.echo(Request("GET", url("/echo"))).header("cookie").isEmpty)
    }

    @Test func interimAnswersAreForgotten() throws {
        let answer = try makeTransport().get("/continue")
        #expect(answer.status == 200)
        #expect(answer.header("x-early") == nil)
        #expect(answer.header("x-late") == "1")
        #expect(answer.setCookies.isEmpty)
        #expect(answer.text == "ok")
    }

    @Test func trailersAreNoHeader() throws {
        let answer = try makeTransport().get("/trailer")
        #expect(answer.text == "ok")
        #expect(answer.setCookies.isEmpty)
        #expect(answer.header("x-trailer") == nil)
    }

    @Test func foldedFieldsAreJoined() throws {
        let answer = try makeTransport().get("/folded")
        #expect(answer.header("x-folded") == "one two")
        #expect(answer.header("x-next") == "1")
    }

    @Test func fieldsAreLatin1WhenTheyAreNotUTF8() throws {
        let answer = try makeTransport().get("/latin1")
        #expect(answer.header("x-name") == "Müller")
        #expect(answer.header("x-utf") == "Müller")
    }

    @Test func bytesArriveUnchanged() throws {
        let answer = try makeTransport().get("/binary")
        #expect(answer.body.withBytes { Array($0) } == Array(0...255))
    }

    @Test func codingsAreDecoded() throws {
        #expect(try makeTransport().get("/gzip").text == "hello")
    }

    @Test func connectionsAreUsedAgain() throws {
        let transport = try makeTransport()
        let first = try transport.echo(Request("GET", url("/echo", port: "good"))).client
        for _ in 0..<5 {
            #expect(try transport.echo(Request("GET", url("/echo", port: "good"))).client == first)
        }
        // What the server may act on is not sent again by libcurl on a new one.
        #expect(try transport.echo(Request("POST", url("/echo", port: "good"))).client != first)
    }

    @Test func aConnectionThatClosedIsReplaced() throws {
        let transport = try makeTransport()
        #expect(try transport.get("/latin1").status == 200)
        #expect(try transport.get("/latin1").status == 200)
    }

    /// Only close_notify proves that the response is complete.
    @Test func anEndWithoutAWordIsNoEnd() throws {
        let error = try failure { try makeTransport().get("/untilend", port: "good") }
        #expect(error.code == .badAnswer && error.message == "the answer of '127.0.0.1' was cut short")
        #expect(try makeTransport().get("/untilend?notify", port: "good").text == "this and no m")
        // A page of a sign-in is read as browsers read it.
        var page = try Request("GET", url("/untilend", port: "good"))
        page.takesUnannouncedEnd = true
        #expect(try makeTransport().send(page).text == "this and no m")
        // Without TLS there is no such proof.
        #expect(try makeTransport().get("/untilend").text == "this and no m")
    }

    @Test func aLengthBeyondAllNumbersIsRefused() throws {
        let error = try failure { try makeTransport().get("/longlength") }
        #expect(error.code == .badAnswer && error.message.contains("'10000000000000000000000001'"), "\(error)")
    }

    @Test func aStatusThatIsNoneIsNotTaken() throws {
        let sink = NoSink()
        let error = try failure {
            try makeTransport().send(
                Request("GET", url("/status999")), limit: 1000, streams: ContentStreams(sink: sink))
        }
        #expect(error.code == .badAnswer && !sink.wasAsked, "\(error)")
    }

    private final class NoSink: ContentSink {
        var wasAsked = false
        func wants(_ head: Response) throws(FedauthError) -> Bool {
            wasAsked = true
            return true
        }
        func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {}
    }

    // MARK: limits

    @Test func contentStopsAtTheLimit() throws {
        let before = peakKilobytes()
        let error = try failure { try makeTransport().get("/huge", limit: 1 << 20) }
        #expect(error.code == .badAnswer)
        #expect(error.message == "'127.0.0.1' answered with more than 1048576 bytes of content")
        // The server offers a gigabyte; the limit here leaves room for the other tests.
        #expect(peakKilobytes() - before < 200 * 1024)
        #expect(try makeTransport().counts().sent < 100 << 20)
    }

    @Test func contentOfExactlyTheLimitIsTaken() throws {
        #expect(try makeTransport().get("/binary", limit: 256).body.count == 256)
        #expect(try failure { try makeTransport().get("/binary", limit: 255) }.code == .badAnswer)
    }

    @Test func theLimitCountsDecodedContent() throws {
        let before = peakKilobytes()
        let error = try failure { try makeTransport().get("/bomb", limit: 4 << 20) }
        #expect(error.code == .badAnswer)
        #expect(error.message == "'127.0.0.1' answered with more than 4194304 bytes of content")
        #expect(peakKilobytes() - before < 150 * 1024)
    }

    @Test(arguments: ["/manyheaders", "/longheader", "/longstatus"])
    func headersStopAt64KiB(_ path: String) throws {
        let error = try failure { try makeTransport().get(path) }
        #expect(error.code == .badAnswer)
        #expect(error.message == "'127.0.0.1' answered with more than 65536 bytes of header")
    }

    @Test(arguments: ["/endless", "/silent"])
    func waitingEndsAtTheDeadline(_ path: String) throws {
        let error = try failure { try makeTransport().send(Request("GET", url(path)), seconds: 1) }
        #expect(error.code == .timedOut)
        #expect(error.message == "timed out after 1 s while waiting for '127.0.0.1'")
        #expect(error.hint == "allow more time by --timeout")
    }

    @Test func aDeadlineInThePastSendsNothing() throws {
        let error = try failure { try makeTransport().send(Request("GET", url("/echo")), seconds: -1) }
        #expect(error.code == .timedOut)
    }

    // MARK: invalid responses

    @Test(arguments: [
        ("/http09", "'127.0.0.1' answered with something that is not HTTP"),
        ("/garbage", "'127.0.0.1' answered with something that is not HTTP"),
        ("/weird", "'127.0.0.1' answered with something that is not HTTP"),
        ("/short", "the answer of '127.0.0.1' was cut short"),
        ("/badchunk", "the answer of '127.0.0.1' breaks the rules of HTTP"),
        ("/badgzip", "the answer of '127.0.0.1' cannot be decoded"),
        ("/lengths", "'127.0.0.1' answered with two different lengths"),
        ("/locations", "'127.0.0.1' answered with two different addresses to go on to"),
        ("/headcut", "the answer of '127.0.0.1' was cut short within its header"),
    ])
    func nonsenseIsABadAnswer(_ path: String, _ message: String) throws {
        let error = try failure { try makeTransport().get(path) }
        #expect(error.code == .badAnswer)
        #expect(error.message == message)
    }

    @Test func controlCharactersInFieldsAreABadAnswer() throws {
        let error = try failure { try makeTransport().get("/nul") }
        #expect(error.code == .badAnswer)
    }

    @Test func noAnswerAtAllIsTheNetworks() throws {
        let error = try failure { try makeTransport().get("/nothing") }
        #expect(error.code == .network)
        #expect(error.message.hasSuffix("' closed the connection without an answer") && error.hint != nil)
    }

    /// What may have a password is counted before it is sent, and only then.
    @Test(arguments: [("/nothing", true), ("/echo", true), ("/nothing", false)])
    func whatIsSentIsAnnounced(_ path: String, _ isReached: Bool) throws {
        var count = 0
        var configuration = TransportConfiguration()
        configuration.caFile = server.caFile
        let transport = try CurlTransport(configuration, clock: SystemClock(), sending: { count += 1 })
        let place = try isReached ? url(path) : WebURL("http://127.0.0.1:1" + path)
        for method in ["POST", "GET"] {
            let request = Request(method, place)
            do throws(FedauthError) {
                _ = try transport.send(
                    request, maximumBodyBytes: 1 << 20, deadline: Deadline(seconds: 60, from: SystemClock()))
                #expect(path == "/echo" && isReached)
            } catch { #expect(error.isUnanswered == (isReached && path == "/nothing")) }
            #expect(count == (isReached ? 1 : 0))
        }
    }

    /// Returns VmHWM of `/proc/self/status`, from `getrusage(2)`.
    private func peakKilobytes() -> Int {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
