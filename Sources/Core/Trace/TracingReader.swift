public import Secrets

/// Writes a description of every page to a trace: titles, forms and the names of their fields, never values.
public final class TracingReader: MarkupReader {
    private let inner: any MarkupReader
    private let sink: any TraceSink
    private let known: KnownSecrets
    private let clock: (any WallClock)?
    private static let maximumFields = 50

    /// Reads with `inner` and writes to `sink`; first adds the secrets of hidden fields to `known`. Without a clock,
    /// only issuer and status of SAML responses are written, not the times.
    public init(_ inner: any MarkupReader, sink: any TraceSink, known: KnownSecrets, clock: (any WallClock)? = nil) {
        (self.inner, self.sink, self.known, self.clock) = (inner, sink, known, clock)
    }

    /// Reads with the inner reader and throws its errors; writes the title, the forms and the error messages.
    public func page(html: SharedSecret, charset: String?, deadline: Deadline?) throws(FedauthError) -> Page {
        let page = try inner.page(html: html, charset: charset, deadline: deadline)
        if known.isWanted {
            known.learn(ConversationSecrets.of(page))
            for field in page.forms.flatMap(\.fields) where field.kind == .password {
                known.learn(fieldName: field.name)
            }
        }
        let count = page.forms.count
        sink.write("= page '\(page.title.folded())', \(count) form\(count == 1 ? "" : "s")")
        for form in page.forms {
            let fields =
                zip(form.fields, form.roles).prefix(Self.maximumFields).map { field, role in
                    "\(field.name.isEmpty ? "(no name)" : field.name.folded(to: 60)) (\(field.kind.rawValue))"
                        + (role.map { " as \($0.rawValue)" } ?? "")
                } + (form.fields.count > Self.maximumFields ? [Redaction.mark] : [])
            let action = form.action.map { Redaction.withoutParameters($0) } ?? "(its own page)"
            sink.write("=   \(form.method.rawValue) \(action.folded()): \(fields.joined(separator: ", "))")
        }
        sink.write("=   step: \(page.meaning.words)")
        for error in page.errors { sink.write("=   says: \(error.folded())") }
        return page
    }

    /// Encodes with the inner reader; writes nothing.
    public func encode(_ text: SharedSecret, charset: String) -> SharedSecret { inner.encode(text, charset: charset) }

    /// Reads with the inner reader and throws its errors; writes issuer, status, and what it says besides.
    public func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        let response = try inner.samlResponse(xml: xml)
        sink.write(
            "= SAML response from '\(response.issuer.folded())', status "
                + "\(response.statusCodes.joined(separator: " ").folded())")
        guard let clock else { return response }
        var facts = XMLFacts(now: clock.now, Redaction(showsSecrets: false))
        facts.read(xml)
        for line in facts.lines { sink.write("=   \(line)") }
        return response
    }

    /// Reads with the inner reader; writes nothing.
    public func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest { try inner.ecpRequest(xml: xml) }

    /// Reads with the inner reader; writes nothing.
    public func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse { try inner.ecpResponse(xml: xml) }
}
