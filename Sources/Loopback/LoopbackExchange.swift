internal import CMicroHTTP
public import Secrets

/// A request and its answer, until the exchange is complete.
final class LoopbackExchange {
    let target: String
    /// Valid until the exchange is completed.
    let connection: OpaquePointer
    var isBegun = false
    var body = Secret()
    var headers: [(name: String, value: String)] = []
    var stream: (any LoopbackStream)?
    var isSuspended = false
    /// Whether an answer is being sent.
    var isAnswering = false

    init(target: String, connection: OpaquePointer) { (self.target, self.connection) = (target, connection) }

    /// Copies the header fields from the library's memory.
    func readHeaders() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = MHD_get_connection_values(
            connection, .HEADER_KIND,
            { context, _, name, value in
                guard let context, let name else { return .YES }
                let exchange = Unmanaged<LoopbackExchange>.fromOpaque(context).takeUnretainedValue()
                exchange.headers.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                return .YES
            }, context)
    }
}

/// A request that reached the listener.
public struct LoopbackRequest: Sendable {
    /// Its method as it was sent, usually `GET` or `POST`.
    public let method: String
    /// Path and query as they were sent. They may contain a token, so they must not appear in messages.
    public let target: String
    /// The header fields in the order received.
    public let headers: [(name: String, value: String)]
    /// The content.
    public let body: SharedSecret

    /// The target before its `?`.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The part of the target after its `?`; nil when there is none.
    public var query: String? { target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } }

    /// Returns the first field with this name, ignoring case; nil when there is none.
    public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// The answer to a request. The connection is closed after it, and the answer must not be cached.
public struct LoopbackResponse {
    /// The status (RFC 9110 section 15).
    public var status: UInt32
    /// Header fields in addition to those of every answer.
    public var headers: [(name: String, value: String)]
    /// The content.
    public var body: Body

    /// The source of the content.
    public enum Body {
        case bytes([UInt8])
        /// Produced while it is sent: for endless pages, and for answers that take time.
        case stream(any LoopbackStream)
    }

    /// Creates an answer.
    public init(_ status: UInt32, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Creates an answer with a text of this media type.
    public init(_ status: UInt32, type: String, text: String, headers: [(name: String, value: String)] = []) {
        self.init(status, headers: [("Content-Type", type)] + headers, body: .bytes(Array(text.utf8)))
    }
}

/// Content that is produced while it is sent. It is released when the answer is complete or the client has gone.
public protocol LoopbackStream: AnyObject {
    /// Writes the next bytes into `buffer`, which is never empty.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> LoopbackPiece
}

/// The result of asking a stream for bytes.
public enum LoopbackPiece: Sendable, Equatable {
    /// This number of bytes, at least one, was written to the buffer.
    case bytes(Int)
    /// Nothing yet: the stream is asked again after `LoopbackServer.wakeStreams()`.
    case later
    /// The content is complete.
    case end
}

/// Connects a stream to the answer that it produces.
final class LoopbackStreamSource {
    private unowned let server: LoopbackServer
    private let exchange: LoopbackExchange

    init(_ server: LoopbackServer, _ exchange: LoopbackExchange) { (self.server, self.exchange) = (server, exchange) }

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
