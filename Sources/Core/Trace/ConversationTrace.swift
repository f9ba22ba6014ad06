import Secrets

/// Writes requests and answers to a trace, in the one format of all conversations.
public final class ConversationTrace {
    private let sink: any TraceSink
    private let known: KnownSecrets
    private let redaction: Redaction

    /// Writes to `sink`.
    ///
    /// - Parameters:
    ///   - known: receives the secrets of the conversation before they could be written.
    ///   - showsSecrets: whether to omit nothing (`--trace-secrets`).
    public init(_ sink: any TraceSink, known: KnownSecrets, showsSecrets: Bool) {
        self.sink = sink
        self.known = known
        redaction = Redaction(showsSecrets: showsSecrets)
    }

    /// Writes a request that is about to be sent.
    ///
    /// - Parameter streamed: the length of content that is not in the request, `some` when unknown; nil: there is none.
    public func write(_ request: Request, streamed: String? = nil) {
        if known.isWanted { known.learn(ConversationSecrets.of(request, passwords: known.fieldNames)) }
        sink.write("> \(request.method) \(redaction.url(request.url))")
        if request.negotiates { sink.write("> authorization: Negotiate (by libcurl, if there is a ticket)") }
        for header in request.headers { sink.write("> \(line(header))") }
        if let body = request.body { sink.write("> \(content(body, request.headers))") }
        if let streamed { sink.write("> (\(streamed) bytes, streamed)") }
    }

    /// Writes an answer.
    ///
    /// - Parameter hasBody: false when its content is not known; then neither its length nor its outline is written.
    public func write(_ response: Response, hasBody: Bool = true) {
        if known.isWanted { known.learn(ConversationSecrets.of(response)) }
        sink.write("< \(response.status)")
        for header in response.headers {
            sink.write("< \(redaction.field(header.name, header.value, base: response.url))")
        }
        for field in response.setCookies { sink.write("< \(redaction.setCookie(field))") }
        guard hasBody else { return }
        sink.write("< (\(response.body.count) bytes)")
        if redaction.showsSecrets, !response.body.isEmpty { sink.write("< \(redaction.text(response.body))") }
        if !redaction.showsSecrets, Self.isJSON(response), let outline = JSONOutline.text(response.body) {
            sink.write("< \(outline)")
        }
    }

    /// Writes why there is no answer.
    public func write(_ error: FedauthError) {
        sink.write("! \(error.message)")
        for cause in error.causes { sink.write("!   \(cause)") }
    }

    private static func isJSON(_ response: Response) -> Bool {
        let type = MediaType(response.header("content-type") ?? "").essence
        // Some servers declare JSON as text. Content that is not JSON has no outline.
        return type.hasSuffix("/json") || type.hasSuffix("+json")
            || response.body.withBytes { bytes in bytes.first { $0 > 0x20 } == UInt8(ascii: "{") }
    }

    private func line(_ header: Request.Header) -> String {
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
