/// Writes every request and answer of another transport to a trace.
public final class TracingTransport: Transport {
    private let inner: any Transport
    private let trace: ConversationTrace

    /// Sends with `inner` and writes to `trace`.
    public init(_ inner: any Transport, trace: ConversationTrace) { (self.inner, self.trace) = (inner, trace) }

    /// Sends with `inner` and writes to `sink`; `known` receives the secrets of the conversation before they could be
    /// written, and nothing is omitted if it `showsSecrets` (`--trace-secrets`).
    public convenience init(_ inner: any Transport, sink: any TraceSink, known: KnownSecrets, showsSecrets: Bool) {
        self.init(inner, trace: ConversationTrace(sink, known: known, showsSecrets: showsSecrets))
    }

    /// Sends with the inner transport and throws its errors; also writes failures.
    public func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        let number = trace.write(request, streamed: streams.source.map { $0.length.map { "\($0)" } ?? "some" })
        do {
            let response = try inner.send(
                request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
            trace.write(response, answering: number)
            return response
        } catch {
            trace.write(error, answering: number)
            throw error
        }
    }

    /// Closes the connections of the inner transport.
    public func closeConnections() { inner.closeConnections() }
}

/// Receives the lines of a `--trace`, which are already masked unless secrets were requested.
public protocol TraceSink: AnyObject {
    /// Writes one line; `text` contains no line break.
    func write(_ text: String)
}
