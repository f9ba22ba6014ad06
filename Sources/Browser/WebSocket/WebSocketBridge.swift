internal import Secrets
internal import System

/// Joins a browser that listens for a WebSocket to a debugging pipe: JSON texts, each terminated by NUL in the pipe. The
/// browser listens in a network of its own, which only its supervisor shares.
struct WebSocketBridge: ~Copyable {
    /// How a bridge ended.
    enum End { case browserEnded, unneeded }

    let port: UInt16
    /// The browser's ends of the debugging pipe.
    let reading: Int32
    let writing: Int32
    /// Closed when the browser is no longer needed.
    let instructions: Int32
    private var frames = WebSocketFrames(limit: DevToolsPipe.maximumMessageBytes)
    private var toBrowser = Secret()
    private var toPipe = Secret()
    /// The beginning of a text from the pipe.
    private var text = Secret()
    private static let chunkBytes = 64 << 10
    private static let pauseMilliseconds: Int64 = 30
    private static let answerBytes = 8 << 10

    init(port: UInt16, reading: Int32, writing: Int32, instructions: Int32) {
        (self.port, self.reading, self.writing, self.instructions) = (port, reading, writing, instructions)
    }

    /// Passes texts until the browser ends or is no longer needed.
    mutating func run(browser: Int32) -> End {
        guard let handle = ProcessHandle(browser) else { return .browserEnded }
        while true {
            if let socket = try? OwnNetwork.connect(to: port) {
                if let end = greet(socket, handle) { return end }
                return pass(socket, handle)
            }
            // Nothing tells when the browser begins to listen.
            let awaited = ends(handle)
            if let ready = Readiness.wait(for: awaited, milliseconds: Self.pauseMilliseconds) {
                return ready[0] ? .unneeded : .browserEnded
            }
        }
    }

    private func ends(_ handle: borrowing ProcessHandle) -> [Readiness.Awaited] {
        [.init(instructions, for: nil), .init(handle.number, for: .reading)]
    }

    /// Asks for a WebSocket (RFC 6455 section 4.1). Returns the end when there is none.
    private func greet(_ socket: borrowing FileDescriptor, _ handle: borrowing ProcessHandle) -> End? {
        var request =
            "GET /session HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: ZmVkYXV0aCBhc2tzIGhlcmU=\r\nSec-WebSocket-Version: 13\r\n\r\n"
        let number = socket.number
        let isSent = request.withUTF8 { (try? FileDescriptor.writeAll(number, UnsafeRawBufferPointer($0))) != nil }
        guard isSent else { return .browserEnded }
        var answer: [UInt8] = []
        while !answer.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard answer.count < Self.answerBytes,
                let ready = Readiness.wait(
                    for: ends(handle) + [.init(number, for: .reading)], milliseconds: nil), !ready[0]
            else { return .unneeded }
            // Byte by byte, because what follows is the first message.
            var byte: UInt8 = 0
            guard withUnsafeMutableBytes(of: &byte, { FileDescriptor.read(number, $0) }) == 1 else {
                return .browserEnded
            }
            answer.append(byte)
        }
        return String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 101") ? nil : .browserEnded
    }

    private mutating func pass(_ socket: borrowing FileDescriptor, _ handle: borrowing ProcessHandle) -> End {
        FileDescriptor.setNonBlocking(writing)
        while true {
            let awaited =
                ends(handle) + [
                    .init(socket.number, for: toPipe.count < DevToolsPipe.maximumMessageBytes ? .reading : nil),
                    .init(toBrowser.count < DevToolsPipe.maximumMessageBytes ? reading : -1, for: .reading),
                    .init(toBrowser.isEmpty ? -1 : socket.number, for: .writing),
                    .init(toPipe.isEmpty ? -1 : writing, for: .writing),
                ]
            guard let ready = Readiness.wait(for: awaited, milliseconds: nil), !ready[0] else { return .unneeded }
            if ready[2], !readSocket(socket.number) { return .browserEnded }
            if ready[3], !readPipe() { return .unneeded }
            if ready[4], !Self.flush(&toBrowser, to: socket.number) { return .browserEnded }
            if ready[5], !Self.flush(&toPipe, to: writing) { return .unneeded }
            if ready[1], !ready[2] { return .browserEnded }
        }
    }

    private mutating func readSocket(_ socket: Int32) -> Bool {
        var chunk = Secret()
        guard Self.read(socket, &chunk) else { return false }
        chunk.withBytes { frames.take($0) }
        while let item = frames.next() {
            switch item {
            case .message(let text):
                text.withBytes { toPipe.append($0) }
                toPipe.append(0)
            case .ping(let content): content.withBytes { WebSocketFrames.append($0, isPong: true, to: &toBrowser) }
            case .end: return false
            }
        }
        return true
    }

    private mutating func readPipe() -> Bool {
        var chunk = Secret()
        guard Self.read(reading, &chunk) else { return false }
        chunk.withBytes { bytes in
            var rest = bytes[...]
            while let end = rest.firstIndex(of: 0) {
                text.append(UnsafeRawBufferPointer(rebasing: rest[..<end]))
                text.withBytes { WebSocketFrames.append($0, to: &toBrowser) }
                text.truncate(to: 0)
                rest = rest[(end + 1)...]
            }
            text.append(UnsafeRawBufferPointer(rebasing: rest))
        }
        return true
    }

    /// Returns false at the end.
    private static func read(_ number: Int32, _ chunk: inout Secret) -> Bool {
        let count = chunk.withMutableBytes(count: chunkBytes) { FileDescriptor.read(number, $0) }
        let failure = SystemFailure("read")
        chunk.truncate(to: max(0, count))
        return count > 0 || count < 0 && failure.wouldBlock
    }

    /// Writes as much as possible. Returns false when the other end is closed.
    private static func flush(_ output: inout Secret, to number: Int32) -> Bool {
        let count = output.withBytes { FileDescriptor.write(number, $0) }
        guard count >= 0 else { return SystemFailure("write").wouldBlock }
        output = output.withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[count...])) }
        return true
    }
}
