import Glibc

@testable import Loopback

/// One end of a connection to a server on the same thread. No call here waits longer than the server needs.
final class RawClient {
    let socket: Int32
    private(set) var received: [UInt8] = []
    private(set) var isClosed = false

    struct ConnectError: Error { let number: Int32 }

    init(_ port: UInt16, at address: LoopbackAddress = .ipv4) throws {
        socket = Glibc.socket(
            address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let done = address.withSocketAddress(port: port) { [socket] in connect(socket, $0, $1) }
        guard done == 0 else { throw ConnectError(number: errno) }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit { close(socket) }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the bytes that have arrived.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
                continue
            }
            if count == 0 || errno != EAGAIN { isClosed = true }
            return
        }
    }

    /// Runs the server until it has closed the connection, and returns the received text.
    func answer(of server: LoopbackServer) throws -> String {
        try wait(server) { self.isClosed }
    }

    /// Runs the server until `isEnough` returns true, for at most 30 s, and returns the received text.
    @discardableResult
    func wait(_ server: LoopbackServer, until isEnough: () -> Bool) throws -> String {
        for _ in 0..<3000 {
            try server.turn(milliseconds: 10)
            read()
            if isEnough() { break }
        }
        return text
    }

    var text: String { String(decoding: received, as: UTF8.self) }
}
