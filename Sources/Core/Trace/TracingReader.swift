public import Secrets

/// Writes what was understood of every page to a trace: titles, forms and the names of their fields, never a value.
public final class TracingReader: MarkupReader {
    private let inner: any MarkupReader
    private let sink: any TraceSink

    /// Reads by `inner` and tells `sink`.
    public init(_ inner: any MarkupReader, sink: any TraceSink) {
        self.inner = inner
        self.sink = sink
    }

    /// Reads by the inner reader and throws what it throws; writes the title, the forms and the errors shown.
    public func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page {
        let page = try inner.page(html: html, charset: charset)
        sink.write("= page '\(page.title.folded())', \(page.forms.count) forms")
        for form in page.forms {
            let fields = form.fields.map { "\($0.name.isEmpty ? "(no name)" : $0.name) (\($0.kind.rawValue))" }
            let action = form.action.map { String($0.prefix { $0 != "?" && $0 != "#" }) } ?? "(its own page)"
            sink.write("=   \(form.method.rawValue) \(action.printable): \(fields.joined(separator: ", ").printable)")
        }
        for error in page.errors { sink.write("=   says: \(error.folded())") }
        return page
    }

    /// Encodes by the inner reader; writes nothing.
    public func encode(_ text: SharedSecret, charset: String) -> SharedSecret {
        inner.encode(text, charset: charset)
    }

    /// Reads by the inner reader and throws what it throws; writes issuer and status.
    public func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        let response = try inner.samlResponse(xml: xml)
        sink.write(
            "= SAML response from '\(response.issuer.folded())', status "
                + "\(response.statusCodes.joined(separator: " ").folded())")
        return response
    }

    /// Reads by the inner reader; writes nothing.
    public func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        try inner.ecpRequest(xml: xml)
    }

    /// Reads by the inner reader; writes nothing.
    public func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        try inner.ecpResponse(xml: xml)
    }
}
