import Glibc

/// A server that answers nothing, and tells afterwards what it was asked.
final class SilentServer {
    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    private(set) var port: UInt16 = 0

    init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, listen(listener, 100) == 0,
                    getsockname(listener, address, &length) == 0
                else { throw TestFailure("no listener") }
            }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Returns the first line of each connection, whose client has ended.
    func requestLines() -> [String] {
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        var lines: [String] = []
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            var bytes = [UInt8](repeating: 0, count: 2_000)
            let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            lines.append(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0D }, as: UTF8.self))
            close(connection)
        }
        return lines
    }
}
