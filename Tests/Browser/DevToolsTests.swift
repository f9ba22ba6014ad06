import CPOSIX
import Core
import Glibc
import Secrets
import Support
import Testing

@testable import Browser

/// A connection to a browser that the test plays.
final class FakeBrowser {
    let connection: DevToolsConnection
    private let reading: Int32
    private let writing: Int32

    init(seconds: Int64 = 600) throws {
        var toBrowser: [Int32] = [-1, -1]
        var fromBrowser: [Int32] = [-1, -1]
        try #require(cposix_pipe(&toBrowser) == 0 && cposix_pipe(&fromBrowser) == 0)
        let clock = MachineClock()
        connection = DevToolsConnection(
            DevToolsPipe(DebuggingPipe(takingOwnershipOf: fromBrowser[0], toBrowser[1])),
            events: ["Page.frameNavigated", "Page.screencastFrame"], deadline: Deadline(seconds: seconds, from: clock),
            clock: clock)
        reading = toBrowser[0]
        writing = fromBrowser[1]
    }

    deinit {
        close(reading)
        if !isClosed { close(writing) }
    }

    private var isClosed = false

    func end() {
        close(writing)
        isClosed = true
    }

    func say(_ text: String) {
        var bytes = Array(text.utf8)
        // A pipe holds 64 KiB; longer messages need a reader.
        bytes.withUnsafeMutableBytes { _ = write(writing, $0.baseAddress, $0.count) }
    }

    func hear() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(reading, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

struct DevToolsTests {
    @Test func anAnswerIsFoundBehindEvents() throws {
        let browser = try FakeBrowser()
        browser.say(#"{"method":"Page.frameNavigated","params":{"a":1},"sessionId":"s"}"# + "\0")
        browser.say(#"{"method":"Network.dataReceived","params":{"this is not JSON"# + "\0")
        browser.say(#"{"id":1,"result":{"x":"y"}}"# + "\0")
        #expect(try browser.connection.call("A.b")["x"]?.text == "y")
        #expect(browser.hear() == #"{"id":1,"method":"A.b","params":{}}"# + "\0")
        let event = try #require(try browser.connection.event(within: 0))
        #expect(event.method == "Page.frameNavigated" && event.session == "s")
        #expect(try browser.connection.event(within: 0) == nil)
    }

    /// A page that moves sends pictures all the time.
    @Test func commandsYieldToEventsOfThePageButNotToPictures() throws {
        let browser = try FakeBrowser()
        let picture = #"{"method":"Page.screencastFrame","params":{}}"# + "\0"
        browser.say(picture + #"{"id":1,"result":{"x":"y"}}"# + "\0" + picture)
        guard case .result = try browser.connection.ask("A.b", yields: true) else {
            Issue.record("the picture ended the wait")
            return
        }
        browser.say(#"{"method":"Page.frameNavigated","params":{}}"# + "\0")
        guard case .none = try browser.connection.ask("A.b", yields: true) else {
            Issue.record("there was an answer")
            return
        }
        _ = browser.hear()
        // Not sent, unless half of it was sent before.
        _ = try browser.connection.ask("C.d", yields: true)
        _ = try browser.connection.ask("E.f", within: 10, yields: true, isSentAlways: true)
        #expect(browser.hear() == #"{"id":3,"method":"E.f","params":{}}"# + "\0")
        let methods = try (0..<4).compactMap { _ in try browser.connection.event(within: 0)?.method }
        #expect(methods == ["Page.screencastFrame", "Page.screencastFrame", "Page.frameNavigated"], "\(methods)")
    }

    @Test func aRefusalIsAnError() throws {
        let browser = try FakeBrowser()
        browser.say(#"{"id":1,"error":{"code":-32000,"message":"no such thing"}}"# + "\0")
        let error = #expect(throws: FedauthError.self) { try browser.connection.call("A.b") }
        #expect(error?.code == .browserFailed && error?.message.contains("no such thing") == true)
    }

    /// A full stop stands for NUL.
    @Test(arguments: [#"{"id":1,"result":"#, "{}}.", "..", #"{"id":1,"id":2}."#])
    func whatIsNoMessageEndsIt(_ text: String) throws {
        let browser = try FakeBrowser()
        browser.say(text.replacing(".", with: "\0"))
        browser.end()
        let error = #expect(throws: FedauthError.self) { try browser.connection.call("A.b") }
        #expect(error?.code == .browserFailed)
    }

    @Test func aPageThatDoesNotAnswerIsNotWaitedFor() throws {
        let browser = try FakeBrowser()
        guard case .none = try browser.connection.ask("A.b", within: 10) else {
            Issue.record("there was an answer")
            return
        }
        // The late answer must not count as the answer to the second call.
        browser.say(#"{"id":1,"result":{"x":"late"}}"# + "\0" + #"{"id":2,"result":{"x":"right"}}"# + "\0")
        #expect(try browser.connection.call("C.d")["x"]?.text == "right")
    }

    @Test func theDeadlineEndsWaiting() throws {
        let browser = try FakeBrowser(seconds: 0)
        let error = #expect(throws: FedauthError.self) { try browser.connection.call("A.b") }
        #expect(error?.code == .timedOut)
    }

    /// The message is longer than a pipe and arrives in pieces, so that a file takes the place of the pipe.
    @Test func longMessagesArriveWhole() throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let text = #"{"id":1,"result":{"x":""# + String(repeating: "ä", count: 3_000_000) + "\"}}\0"
        #expect(fputs(text, file) >= 0 && fputc(0, file) == 0)
        rewind(file)
        let clock = MachineClock()
        let connection = DevToolsConnection(
            DevToolsPipe(
                DebuggingPipe(takingOwnershipOf: dup(fileno(file)), open("/dev/null", O_WRONLY))),
            events: [], deadline: Deadline(seconds: 600, from: clock), clock: clock)
        #expect(try connection.call("A.b")["x"]?.secret?.count == 6_000_000)
    }
}
