import Core
import HTTP
import Secrets
import Testing

/// Returns bytes in pieces, and fails after some of them if the test says so.
private final class Pieces: ContentSource {
    private let bytes: [UInt8]
    private let isLengthKnown: Bool
    private let failsAfter: Int?
    private var position = 0
    private(set) var seeks: [Int64] = []

    init(_ bytes: [UInt8], isLengthKnown: Bool = true, failsAfter: Int? = nil) {
        self.bytes = bytes
        self.isLengthKnown = isLengthKnown
        self.failsAfter = failsAfter
    }

    var length: Int64? { isLengthKnown ? Int64(bytes.count) : nil }

    func seek(to offset: Int64) throws(FedauthError) {
        seeks.append(offset)
        position = Int(offset)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int {
        if let failsAfter, position >= failsAfter { throw FedauthError(.other, "the disk is gone") }
        let count = min(buffer.count, bytes.count - position, 1000)
        buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }
}

/// Collects wanted bytes, and fails after some of them if the test says so.
private final class Bucket: ContentSink {
    private let wanted: (Response) -> Bool
    private let failsAfter: Int?
    private(set) var heads: [Response] = []
    private(set) var count = 0

    init(failsAfter: Int? = nil, wanted: @escaping (Response) -> Bool = { _ in true }) {
        self.failsAfter = failsAfter
        self.wanted = wanted
    }

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        heads.append(head)
        return wanted(head)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        count += bytes.count
        if let failsAfter, count > failsAfter { throw FedauthError(.other, "the disk is full") }
    }
}

extension CurlTransport {
    fileprivate func send(_ request: Request, _ streams: ContentStreams) throws -> Response {
        try send(request, limit: 8 << 20, streams: streams)
    }
}

struct StreamTests {
    @Test(arguments: ["POST", "PUT", "PATCH"]) func aSourceIsSent(_ method: String) throws {
        let source = Pieces(Array("abcdefghij".utf8))
        let transport = try makeTransport()
        for _ in 0..<2 {
            let echo: Echo = try transport.send(Request(method, url("/echo")), ContentStreams(source: source)).decoded()
            #expect(echo.method == method)
            #expect(echo.content == "abcdefghij")
            #expect(echo.header("Content-Length") == ["10"])
            #expect(echo.header("Expect").isEmpty)
        }
        #expect(source.seeks == [0, 0])
    }

    @Test func aLongOneWaitsForTheServersWord() throws {
        let source = Pieces([UInt8](repeating: 0x61, count: 2 << 20))
        let echo: Echo = try makeTransport().send(Request("PUT", url("/echo")), ContentStreams(source: source))
            .decoded()
        #expect(echo.header("Expect") == ["100-continue"])
        #expect(echo.content.utf8.count == 2 << 20)
    }

    @Test func aSourceWithoutALengthIsSentInChunks() throws {
        let source = Pieces(Array("abc".utf8), isLengthKnown: false)
        let echo: Echo = try makeTransport().send(Request("POST", url("/echo")), ContentStreams(source: source))
            .decoded()
        #expect(echo.header("Transfer-Encoding") == ["chunked"])
        #expect(echo.header("Content-Length").isEmpty)
    }

    @Test func aSourceThatFailsEndsTheRequestInItsOwnWords() throws {
        let source = Pieces([UInt8](repeating: 0x61, count: 10_000), failsAfter: 2000)
        let transport = try makeTransport()
        let error = try failure {
            try transport.send(Request("POST", url("/echo")), ContentStreams(source: source))
        }
        #expect(error.message == "the disk is gone")
        // The failed request does not affect the next one.
        #expect(try transport.echo(Request("GET", url("/echo"))).method == "GET")
    }

    @Test func aSinkTakesWhatItWants() throws {
        let sink = Bucket()
        let response = try makeTransport().send(
            Request("GET", url("/large")), ContentStreams(sink: sink))
        #expect(response.body.isEmpty)
        #expect(sink.count == 32 << 20)
        #expect(sink.heads.map(\.status) == [200])
        #expect(sink.heads.first?.header("content-length") == String(32 << 20))
    }

    @Test func whatASinkDoesNotWantIsCollected() throws {
        let sink = Bucket { $0.status == 200 }
        let response = try makeTransport().send(
            Request("GET", url("/unauthorized")), ContentStreams(sink: sink))
        #expect(response.text == "no")
        #expect(sink.count == 0)
    }

    @Test func aSinkThatFailsEndsTheTransferInItsOwnWords() throws {
        let error = try failure {
            try makeTransport().send(
                Request("GET", url("/large")), ContentStreams(sink: Bucket(failsAfter: 100_000)))
        }
        #expect(error.message == "the disk is full")
    }

    @Test func aContentCodingThatWasAskedForIsLeftAsItIs() throws {
        let sink = Bucket()
        let plain = try makeTransport().send(Request("GET", url("/gzip")), ContentStreams())
        _ = try makeTransport().send(
            Request("GET", url("/gzip"), headers: [Request.Header("Accept-Encoding", "gzip")]),
            ContentStreams(sink: sink))
        #expect(sink.count > 0 && sink.count != plain.body.count)
    }

    @Test func aSilentServerTimesOut() throws {
        let error = try failure {
            try makeTransport().send(
                Request("GET", url("/silent")), ContentStreams(stallSeconds: 1))
        }
        #expect(error.code == .timedOut)
        #expect(error.message.contains("nothing came"))
    }
}
