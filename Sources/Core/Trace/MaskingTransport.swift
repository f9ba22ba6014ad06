/// Tells what other transports send to those who write messages: a server may repeat it in its words.
public final class MaskingTransport: Transport {
    private let inner: any Transport
    private let known: KnownSecrets

    /// Sends with `inner`; `known` learns what is secret of it.
    public init(_ inner: any Transport, known: KnownSecrets) { (self.inner, self.known) = (inner, known) }

    /// Sends with the inner transport, and throws its errors.
    public func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        known.learn(sentIn: request)
        return try inner.send(request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
    }

    /// Closes the connections of the inner transport.
    public func closeConnections() { inner.closeConnections() }
}
