import Glibc

/// Plays the browser of a user who opens the page of `--presenter remote`: reads the stream and sends the user's actions.
final class WindowVisitor {
    let port: UInt16
    let path: String
    private(set) var viewer = ""
    /// The received JSON texts, and the last picture.
    private(set) var told: [String] = []
    private(set) var picture: [UInt8] = []
    private var stream: Int32 = -1
    private var buffer: [UInt8] = []

    /// - Parameter talk: the output of the command, which contains the address of the page.
    init(_ talk: String) throws {
        let start = try wanted(talk.firstRange(of: "http://localhost:"), "no address in: \(talk)")
        let address = talk[start.upperBound...].prefix { !$0.isWhitespace }
        port = try wanted(UInt16(address.prefix { $0 != "/" }), "no port in: \(address)")
        path = String(address.drop { $0 != "/" })
    }

    deinit { if stream >= 0 { close(stream) } }

    /// Opens the page without the window.
    func fetch() throws {
        let page = try ask("GET", path)
        let mark = try wanted(page.firstRange(of: "data-viewer=\""), "no viewer in: \(page)")
        viewer = String(page[mark.upperBound...].prefix { $0 != "\"" })
    }

    /// Opens the page and the window with this size.
    func open(width: Int = 800, height: Int = 600) throws {
        try fetch()
        stream = try connect()
        try send(stream, "GET \(path)window?\(viewer) HTTP/1.0\r\nHost: localhost:\(port)\r\n\r\n")
        while buffer.firstRange(of: Array("\r\n\r\n".utf8)) == nil { try readMore() }
        let end = try wanted(buffer.firstRange(of: Array("\r\n\r\n".utf8)), "no head")
        buffer.removeFirst(end.upperBound)
        try act("{\"do\":\"resize\",\"width\":\(width),\"height\":\(height),\"scale\":1}")
    }

    /// Reads until a received text contains `wanted`, after the text of the last call.
    @discardableResult
    func expect(_ wanted: String) throws -> String {
        // The server sends an empty message every few seconds. The limit ends a wait that hangs.
        var signs = 0
        while true {
            while seen < told.count {
                seen += 1
                if told[seen - 1].contains(wanted) { return told[seen - 1] }
                if told[seen - 1] == "{}" { signs += 1 }
            }
            guard signs < 8 else { throw TestFailure("'\(wanted)' does not come; told: \(told.suffix(5))") }
            try take()
        }
    }

    private var seen = 0

    /// Sends actions of the user and returns the status.
    @discardableResult
    func act(_ actions: String...) throws -> Int {
        let body = "[" + actions.joined(separator: ",") + "]"
        let answer = try ask("POST", path + "actions?" + viewer, "application/json", body)
        return Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    func type(_ text: String) throws {
        for letter in text {
            try act(
                "{\"do\":\"key\",\"key\":\"\(letter)\",\"code\":\"\",\"number\":0,\"text\":\"\(letter)\",\"modifiers\":0}"
            )
        }
    }

    func press(_ key: String, _ number: Int, text: String = "") throws {
        try act(
            "{\"do\":\"key\",\"key\":\"\(key)\",\"code\":\"\(key)\",\"number\":\(number),\"text\":\"\(text)\",\"modifiers\":0}"
        )
    }

    /// Sends one request and returns the complete response.
    func ask(
        _ method: String, _ target: String, _ type: String = "", _ body: String = "", host: String? = nil,
        fields: String = ""
    ) throws -> String {
        let socket = try connect()
        defer { close(socket) }
        let field = fields + (type.isEmpty ? "" : "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n")
        try send(socket, "\(method) \(target) HTTP/1.0\r\nHost: \(host ?? "localhost:\(port)")\r\n\(field)\r\n\(body)")
        var all: [UInt8] = []
        while let more = try Self.read(socket) { all += more }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads one message of the stream: two lengths, a JSON text, a picture.
    private func take() throws {
        func length(_ at: Int) -> Int { buffer[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        while buffer.count < 8 || buffer.count < 8 + length(0) + length(4) { try readMore() }
        let (text, size) = (length(0), length(4))
        told.append(String(decoding: buffer[8..<(8 + text)], as: UTF8.self))
        if size > 0 { picture = Array(buffer[(8 + text)..<(8 + text + size)]) }
        buffer.removeFirst(8 + text + size)
        if let last = told.last, last.hasPrefix("{\"picture\":") {
            try act("{\"do\":\"seen\"," + last.dropFirst())
        }
    }

    private func readMore() throws {
        guard let more = try Self.read(stream) else { throw TestFailure("the window is gone; told: \(told.suffix(5))") }
        buffer += more
    }

    private func connect() throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw TestFailure("no process listens on port \(port): errno \(errno)") }
        return socket
    }

    private func send(_ socket: Int32, _ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(socket, bytes, bytes.count) == bytes.count else {
            throw TestFailure("cannot write to port \(port)")
        }
    }

    /// Returns the next bytes, or nil at the end. The limit ends a read that hangs.
    private static func read(_ socket: Int32) throws -> [UInt8]? {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(hangSeconds * 1000)) > 0 else { throw TestFailure("nothing came") }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(socket, &chunk, chunk.count)
        return count > 0 ? Array(chunk.prefix(count)) : nil
    }
}

private func wanted<Value>(_ value: Value?, _ words: String) throws -> Value {
    guard let value else { throw TestFailure(words) }
    return value
}
