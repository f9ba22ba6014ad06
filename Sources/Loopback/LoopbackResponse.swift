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
        self.status = status
        self.headers = headers
        self.body = body
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
