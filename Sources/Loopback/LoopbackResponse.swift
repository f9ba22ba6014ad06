/// What is answered to a request. The connection is closed behind it, and nothing of it may be stored.
public struct LoopbackResponse {
    /// The status (RFC 9110 section 15).
    public var status: UInt32
    /// Header fields besides those that every answer has.
    public var headers: [(name: String, value: String)]
    /// The content.
    public var body: Body

    /// Where the content comes from.
    public enum Body {
        case bytes([UInt8])
        /// Made while it is sent: pages that go on and on, and answers that have to be waited for.
        case stream(any LoopbackStream)
    }

    /// An answer as it is.
    public init(_ status: UInt32, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text of this media type.
    public init(_ status: UInt32, type: String, text: String, headers: [(name: String, value: String)] = []) {
        self.init(status, headers: [("Content-Type", type)] + headers, body: .bytes(Array(text.utf8)))
    }
}

/// Content that is made while it is sent. It is let go when the answer is complete, or the other side has gone.
public protocol LoopbackStream: AnyObject {
    /// Puts the next bytes into `buffer`, which is never empty.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> LoopbackPiece
}

/// What a stream has at a moment.
public enum LoopbackPiece: Sendable, Equatable {
    /// So many bytes, at least one, were put into the buffer.
    case bytes(Int)
    /// There is nothing yet: it is asked again after `LoopbackServer.wakeStreams()`.
    case later
    /// That was all.
    case end
}
