/// Source and sink for content that is too long for memory, or whose progress is shown. Without them, the content of
/// request and response is in memory.
public struct ContentStreams {
    /// The content of the request instead of `Request.body`; nil: `Request.body`.
    public var source: (any ContentSource)?
    /// The destination of the response's content; nil: `Response.body`.
    public var sink: (any ContentSink)?
    /// Seconds without a byte in either direction after which the connection counts as dead; nil: only the deadline
    /// ends the transfer.
    public var stallSeconds: Int64?

    /// Creates streams; by default all content is in memory.
    public init(
        source: (any ContentSource)? = nil, sink: (any ContentSink)? = nil, stallSeconds: Int64? = nil
    ) {
        self.source = source
        self.sink = sink
        self.stallSeconds = stallSeconds
    }
}

/// Content to be sent. It may be sent several times, because a challenge makes the request go out again.
public protocol ContentSource: AnyObject {
    /// Its length in bytes; nil: unknown until the end (sent in chunks, RFC 9112 section 7.1).
    var length: Int64? { get }

    /// Moves to the byte at `offset`, 0 to `length`. Called before each sending.
    func seek(to offset: Int64) throws(FedauthError)

    /// Fills the buffer as far as possible and returns the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int
}

/// Receives a response's content as it arrives, after decoding.
public protocol ContentSink: AnyObject {
    /// Decides on the response's head, before its first byte. False: the content is not sent to this sink but collected
    /// in `Response.body`, up to the limit.
    func wants(_ head: Response) throws(FedauthError) -> Bool

    /// Takes the next bytes. An error ends the transfer and is thrown to the sender of the request.
    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError)
}
