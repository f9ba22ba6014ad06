import Core
import Glibc
import Secrets
import Testing

@testable import Loopback

@Suite struct LoopbackServerTests {
    /// Records the requests.
    private final class Record {
        var requests: [LoopbackRequest] = []
    }

    private func server(
        _ record: Record = Record(), port: UInt16? = nil, limits: LoopbackServer.Limits = .init(),
        addresses: [LoopbackAddress] = [.ipv4, .ipv6]
    ) throws -> LoopbackServer {
        try LoopbackServer(port: port, limits: limits, addresses: addresses) { request in
            record.requests.append(request)
            return LoopbackResponse(200, type: "text/plain", text: "\(request.method) \(request.body.count)")
        }
    }

    private func get(_ server: LoopbackServer, _ target: String = "/", host: String? = nil) -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host ?? "localhost:\(server.port)")\r\n\r\n"
    }

    @Test func requestArrivesAsItWasSent() throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port)
        client.send(get(server, "/call%20back/?code=a%2Bb&state=x"))
        let answer = try client.answer(of: server)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.hasSuffix("\r\n\r\nGET 0"))
        #expect(answer.contains("Cache-Control: no-store\r\n") && answer.contains("Referrer-Policy: no-referrer\r\n"))
        let request = try #require(record.requests.first)
        #expect(request.target == "/call%20back/?code=a%2Bb&state=x")
        #expect(request.path == "/call%20back/" && request.query == "code=a%2Bb&state=x")
        #expect(request.header("HOST") == "localhost:\(server.port)")
    }

    @Test func formArrivesInPieces() throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port, at: .ipv6)
        client.send("POST /acs HTTP/1.1\r\nHost: [::1]:\(server.port)\r\nContent-Length: 10\r\n\r\nabc")
        for _ in 0..<5 { try server.turn(milliseconds: 10) }
        #expect(record.requests.isEmpty)
        client.send("defghij")
        #expect(try client.answer(of: server).hasSuffix("POST 10"))
        #expect(record.requests.first?.body.equals("abcdefghij") == true)
    }

    @Test func chunkedFormArrives() throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port)
        client.send(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(try client.answer(of: server).hasSuffix("POST 5"))
    }

    @Test(arguments: [
        "evil.example", "localhost", "localhost:1", "127.0.0.1.evil.example:PORT", "localhost.evil.example:PORT",
        "localhost:PORT.evil.example", "127.0.0.2:PORT", "::1:PORT", "", "localhost:PORT\r\nHost: evil.example",
    ])
    func otherHostIsRefused(host: String) throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port)
        client.send(
            get(
                server,
                host: host.split(separator: "PORT", omittingEmptySubsequences: false)
                    .joined(separator: "\(server.port)")))
        let answer = try client.answer(of: server)
        #expect(answer.hasPrefix("HTTP/1.1 403 ") || answer.hasPrefix("HTTP/1.1 400 "))
        #expect(record.requests.isEmpty)
    }

    @Test func requestWithoutHostIsRefused() throws {
        let record = Record()
        let server = try server(record)
        for version in ["1.0", "1.1"] {
            let client = try RawClient(server.port)
            client.send("GET / HTTP/\(version)\r\n\r\n")
            let answer = try client.answer(of: server)
            #expect(answer.contains(" 403 ") || answer.contains(" 400 "))
        }
        #expect(record.requests.isEmpty)
    }

    @Test(arguments: [
        "\r\n\r\n\r\n\r\n", "GARBAGE\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}",
        "GET / HTTP/9.9\r\n\r\n", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ])
    func garbageReachesNoHandlerAndStopsNothing(garbage: String) throws {
        let record = Record()
        let server = try server(record)
        let other = try RawClient(server.port)
        other.send(garbage)
        let client = try RawClient(server.port)
        client.send(get(server))
        #expect(try client.answer(of: server).hasSuffix("GET 0"))
        #expect(record.requests.count == 1)
    }

    /// Without a free descriptor, the server must not call accept(2) in a tight loop. It serves the client once there is room.
    @Test func aClientWithoutADescriptorIsServedLater() throws {
        let record = Record()
        let server = try server(record)
        let waiting = try RawClient(server.port)
        waiting.send("GET /slow")
        for _ in 0..<3 { try server.turn(milliseconds: 10) }
        #expect(server.connections.count == 1)
        var asked = 0
        server.accepting = { _ in
            asked += 1
            return .noResources
        }
        let client = try RawClient(server.port)
        client.send(get(server))
        // The server closes the waiting connection to make room, and accepts no client in the meantime.
        for _ in 0..<50 { try server.turn(milliseconds: 0) }
        #expect((1..<25).contains(asked) && server.connections.isEmpty, "\(asked) times")
        server.accepting = ListeningSockets.accept
        #expect(try client.answer(of: server).hasSuffix("GET 0"))
        #expect(record.requests.count == 1)
    }

    @Test func hugeHeadIsRefused() throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port)
        client.send("GET /" + String(repeating: "a", count: 200_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try client.answer(of: server)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
        #expect(record.requests.isEmpty)
    }

    @Test func hugeContentIsRefused() throws {
        let record = Record()
        var limits = LoopbackServer.Limits()
        limits.bodyBytes = 1000
        let server = try server(record, limits: limits)
        let said = try RawClient(server.port)
        said.send("POST / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Length: 1001\r\n\r\n")
        #expect(try said.answer(of: server).hasPrefix("HTTP/1.1 413 "))
        let unsaid = try RawClient(server.port)
        unsaid.send("POST / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 { unsaid.send("64\r\n" + String(repeating: "a", count: 100) + "\r\n") }
        #expect(try unsaid.answer(of: server).isEmpty)
        #expect(record.requests.isEmpty)
    }

    @Test func aTokenOfManyKilobytesFits() throws {
        let record = Record()
        let server = try server(record)
        let client = try RawClient(server.port)
        client.send(get(server, "/?SAMLResponse=" + String(repeating: "a", count: 30_000)))
        #expect(try client.answer(of: server).hasSuffix("GET 0"))
        let post = try RawClient(server.port)
        post.send("POST / HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Length: 200000\r\n\r\n")
        let body = String(repeating: "b", count: 1000)
        for _ in 0..<200 {
            post.send(body)
            try server.turn(milliseconds: 0)
        }
        #expect(try post.answer(of: server).hasSuffix("POST 200000"))
    }

    @Test func slowAndSilentClientsDelayNoOther() throws {
        let server = try server()
        var slow: [RawClient] = []
        for index in 0..<100 {
            let client = try RawClient(server.port)
            if index % 2 == 0 { client.send("GET / HTTP/1.1\r\nHost: loc") }
            slow.append(client)
            try server.turn(milliseconds: 0)
        }
        let client = try RawClient(server.port)
        client.send(get(server))
        #expect(try client.answer(of: server).hasSuffix("GET 0"))
        // The server closed the oldest connections; the latest may still complete its request.
        let latest = try #require(slow.dropLast().last)
        latest.send("alhost:\(server.port)\r\n\r\n")
        #expect(try latest.answer(of: server).hasSuffix("GET 0"))
    }

    @Test func aClientThatDripsIsDisconnected() throws {
        var limits = LoopbackServer.Limits()
        limits.requestSeconds = 0
        let server = try server(limits: limits)
        let client = try RawClient(server.port)
        client.send("GET / HT")
        #expect(try client.answer(of: server).isEmpty)
        #expect(client.isClosed)
    }

    @Test(arguments: [LoopbackAddress.ipv4, .ipv6]) func oneFamilyIsEnough(address: LoopbackAddress) throws {
        let none = LoopbackAddress(text: address.isIPv6 ? "192.0.2.1" : "2001:db8::1", isIPv6: !address.isIPv6)
        let server = try server(addresses: [none, address])
        let client = try RawClient(server.port, at: address)
        client.send(get(server))
        #expect(try client.answer(of: server).hasSuffix("GET 0"))
    }

    @Test func withoutAnyAddressNothingStarts() throws {
        let error = #expect(throws: FedauthError.self) {
            try server(addresses: [LoopbackAddress(text: "192.0.2.1", isIPv6: false)])
        }
        #expect(error?.code == .other)
    }

    @Test(arguments: [LoopbackAddress.ipv4, .ipv6]) func takenPortIsBusy(address: LoopbackAddress) throws {
        let first = try server(addresses: [address])
        let error = #expect(throws: FedauthError.self) { try server(port: first.port) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("'\(first.port)'") == true)
        #expect(error?.hint?.contains("ss -ltnp") == true)
    }

    @Test func portIsFreeAtOnceWhenItEnds() throws {
        var first: LoopbackServer? = try server()
        let port = try #require(first?.port)
        let waiting = try RawClient(port)
        waiting.send("GET / HTTP/1.1\r\n")
        try first?.turn(milliseconds: 10)
        first = nil
        waiting.read()
        #expect(waiting.isClosed)
        let second = try server(port: port)
        #expect(second.port == port)
    }

    @Test func otherDescriptorsAreWatched() throws {
        let server = try server()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(try server.turn(milliseconds: 0, watching: [ends[0]]).isEmpty)
        #expect(write(ends[1], "x", 1) == 1)
        #expect(try server.turn(milliseconds: 10_000, watching: [ends[0]]) == [ends[0]])
    }

    // MARK: Streams

    private final class Parts: LoopbackStream {
        var parts: [String] = []
        var isEnded = false
        var onEnd: () -> Void = {}

        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> LoopbackPiece {
            guard !parts.isEmpty else { return isEnded ? .end : .later }
            let part = Array(parts.removeFirst().utf8)
            buffer.copyBytes(from: part)
            return .bytes(part.count)
        }

        deinit { onEnd() }
    }

    @Test func streamIsSentAsItComes() throws {
        let parts = Parts()
        let server = try LoopbackServer { _ in
            LoopbackResponse(200, headers: [("Content-Type", "multipart/x-mixed-replace")], body: .stream(parts))
        }
        let client = try RawClient(server.port)
        client.send(get(server))
        try client.wait(server) { client.text.contains("\r\n\r\n") }
        #expect(!client.text.contains("one"))
        parts.parts = ["one"]
        server.wakeStreams()
        try client.wait(server) { client.text.contains("one") }
        #expect(client.text.contains("one") && !client.isClosed)
        parts.parts = ["two"]
        parts.isEnded = true
        server.wakeStreams()
        #expect(try client.answer(of: server).contains("two"))
    }

    @Test func waitingStreamsUseNoProcessorTime() throws {
        let parts = Parts()
        let server = try LoopbackServer { _ in LoopbackResponse(200, body: .stream(parts)) }
        let client = try RawClient(server.port)
        client.send(get(server))
        try client.wait(server) { client.text.contains("\r\n\r\n") }
        // Each turn without an event must be one full wait, not many short ones.
        var turns = 0
        let clock = ContinuousClock.now
        while ContinuousClock.now - clock < .milliseconds(300) {
            try server.turn(milliseconds: 100)
            turns += 1
        }
        #expect(turns < 30)
    }

    @Test func streamsEndWithTheirListener() throws {
        var ended = false
        var server: LoopbackServer? = try LoopbackServer { _ in
            let parts = Parts()
            parts.onEnd = { ended = true }
            return LoopbackResponse(200, body: .stream(parts))
        }
        let client = try RawClient(try #require(server?.port))
        client.send("GET / HTTP/1.1\r\nHost: localhost:\(try #require(server?.port))\r\n\r\n")
        try client.wait(try #require(server)) { client.text.contains("\r\n\r\n") }
        server = nil
        client.read()
        #expect(client.isClosed && ended)
    }

    @Test func answersOnTheirWayAreFinished() throws {
        let text = String(repeating: "x", count: 900_000)
        let server = try LoopbackServer { _ in LoopbackResponse(200, type: "text/plain", text: text) }
        let client = try RawClient(server.port)
        client.send(get(server))
        try client.wait(server) { !client.received.isEmpty }
        for _ in 0..<100 where !client.isClosed {
            try server.finishAnswers(milliseconds: 20)
            client.read()
        }
        try client.wait(server) { client.isClosed }
        #expect(client.text.hasSuffix("\r\n\r\n" + text))
    }
}
