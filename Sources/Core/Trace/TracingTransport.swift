import Secrets

/// Writes every request and answer of another transport to a trace.
public final class TracingTransport: Transport {
    private let inner: any Transport
    private let sink: any TraceSink
    private let known: KnownSecrets
    private let redaction: Redaction

    /// Sends with `inner` and writes to `sink`.
    ///
    /// - Parameters:
    ///   - known: receives the secrets of the conversation before they could be written.
    ///   - showsSecrets: whether to omit nothing (`--trace-secrets`).
    public init(_ inner: any Transport, sink: any TraceSink, known: KnownSecrets, showsSecrets: Bool) {
        self.inner = inner
        self.sink = sink
        self.known = known
        redaction = Redaction(showsSecrets: showsSecrets)
    }

    /// Sends with the inner transport and throws its errors; also writes failures.
    public func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        if known.isWanted { known.learn(ConversationSecrets.of(request, passwords: known.fieldNames)) }
        sink.write("> \(request.method) \(redaction.url(request.url))")
        if request.negotiates { sink.write("> authorization: Negotiate (by libcurl, if there is a ticket)") }
        for header in request.headers { sink.write("> \(line(header, request.url))") }
        if let body = request.body { sink.write("> \(content(body, request.headers))") }
        if let source = streams.source { sink.write("> (\(source.length.map { "\($0)" } ?? "some") bytes, streamed)") }
        do {
            let response = try inner.send(
                request, maximumBodyBytes: maximumBodyBytes, deadline: deadline, streams: streams)
            if known.isWanted { known.learn(ConversationSecrets.of(response)) }
            sink.write("< \(response.status)")
            for header in response.headers {
                sink.write("< \(redaction.field(header.name, header.value, base: response.url))")
            }
            for field in response.setCookies { sink.write("< \(redaction.setCookie(field))") }
            sink.write("< (\(response.body.count) bytes)")
            if redaction.showsSecrets, !response.body.isEmpty { sink.write("< \(redaction.text(response.body))") }
            if !redaction.showsSecrets, Self.isJSON(response), let outline = JSONOutline.text(response.body) {
                sink.write("< \(outline)")
            }
            return response
        } catch {
            sink.write("! \(error.message)")
            for cause in error.causes { sink.write("!   \(cause)") }
            throw error
        }
    }

    /// Closes the connections of the inner transport.
    public func closeConnections() { inner.closeConnections() }

    private static func isJSON(_ response: Response) -> Bool {
        let type = MediaType(response.header("content-type") ?? "").essence
        // Some servers declare JSON as text. Content that is not JSON has no outline.
        return type.hasSuffix("/json") || type.hasSuffix("+json")
            || response.body.withBytes { bytes in bytes.first { $0 > 0x20 } == UInt8(ascii: "{") }
    }

    private func line(_ header: Request.Header, _ url: WebURL) -> String {
        let name = header.name.lowercased()
        if name == "cookie" { return "cookie: \(redaction.pairs(header.value, separator: 0x3B))" }
        guard redaction.showsSecrets || Redaction.harmless.contains(name) else { return "\(name): \(Redaction.mark)" }
        return "\(name): \(redaction.text(header.value))"
    }

    private func content(_ body: SharedSecret, _ headers: [Request.Header]) -> String {
        let type = headers.first { $0.name.lowercased() == "content-type" }.map { redaction.text($0.value) } ?? ""
        if MediaType(type).essence == "application/x-www-form-urlencoded" {
            return "(\(body.count) bytes) \(redaction.pairs(body, separator: 0x26))"
        }
        return redaction.showsSecrets ? redaction.text(body) : "(\(body.count) bytes)"
    }
}

/// Receives the lines of a `--trace`, which are already masked unless secrets were requested.
public protocol TraceSink: AnyObject {
    /// Writes one line; `text` contains no line break.
    func write(_ text: String)
}
