/// Content that is too long for memory, or whose length matters to whoever watches: where it comes from, and where it
/// goes. Without any, a request's content and its answer's are in memory.
public struct ContentStreams {
    /// What the request sends in place of `Request.body`; nil: that.
    public var source: (any ContentSource)?
    /// What takes the answer's content; nil: `Response.body`.
    public var sink: (any ContentSink)?
    /// Seconds without a byte in either direction after which the other side counts as gone; nil: the deadline alone ends
    /// the waiting.
    public var stallSeconds: Int64?

    /// Everything in memory, unless told otherwise.
    public init(
        source: (any ContentSource)? = nil, sink: (any ContentSink)? = nil, stallSeconds: Int64? = nil
    ) {
        self.source = source
        self.sink = sink
        self.stallSeconds = stallSeconds
    }
}

/// Content to be sent. It may be sent several times: a challenge is answered, and the request goes out again.
public protocol ContentSource: AnyObject {
    /// Its length in bytes; nil: it shows at the end (sent in chunks, RFC 9112 section 7.1).
    var length: Int64? { get }

    /// Goes to the byte at `offset`, 0 to `length`. Called before each sending.
    func seek(to offset: Int64) throws(FedauthError)

    /// Fills the buffer as far as it can and tells how far; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) -> Int
}

/// Takes an answer's content as it arrives, decoded from its codings.
public protocol ContentSink: AnyObject {
    /// Called with the answer's head before its first byte. False: this answer is not wanted here, and its content is
    /// collected in `Response.body`, up to the limit.
    func wants(_ head: Response) throws(FedauthError) -> Bool

    /// Takes the next bytes. What it throws ends the transfer, and is what the sender gets.
    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError)
}
