internal import CMicroHTTP

/// Connects a stream to the answer that it produces.
final class LoopbackStreamSource {
    private unowned let server: LoopbackServer
    private let exchange: LoopbackExchange

    init(_ server: LoopbackServer, _ exchange: LoopbackExchange) {
        self.server = server
        self.exchange = exchange
    }

    static let read: @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<CChar>?, Int) -> Int = {
        source, _, buffer, size in
        guard let source, let buffer else { return -1 }
        return Unmanaged<LoopbackStreamSource>.fromOpaque(source).takeUnretainedValue()
            .read(UnsafeMutableRawBufferPointer(start: buffer, count: size))
    }

    /// Returns the number of bytes; 0 for none yet, -1 for the end (MHD_CONTENT_READER_END_OF_STREAM).
    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch exchange.stream?.fill(buffer) ?? .end {
        case .bytes(let count) where count > 0: return min(count, buffer.count)
        case .later:
            exchange.isSuspended = true
            server.suspended.append(exchange)
            MHD_suspend_connection(exchange.connection)
            return 0
        case .bytes, .end: return -1
        }
    }
}
