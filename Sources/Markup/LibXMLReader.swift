public import Core
public import Secrets

/// Reads pages and messages with libxml2, which is opened at the first of them.
///
/// libxml2 is no HTML5 parser. It is handed a page that `HTMLNormaliser` wrote anew, and `PageCollector` adds what
/// HTML says about forms; together they find the forms that a browser finds.
public final class LibXMLReader: MarkupReader {
    /// More than any page that people sign in on.
    public static let maximumPageBytes = 4 << 20
    /// More than any SAML message.
    public static let maximumMessageBytes = 1 << 20

    /// Opens nothing yet.
    public init() {}

    /// Finds forms and texts (`htmlCtxtReadMemory`). Throws `bad-answer` for more than `maximumPageBytes`, and for what
    /// not even libxml2 reads.
    public func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page {
        guard html.count <= Self.maximumPageBytes else {
            throw FedauthError(.badAnswer, "the page has more than \(Self.maximumPageBytes) bytes")
        }
        var own = Charset.utf8
        let normalised = html.withBytes { bytes in
            let (found, skip) = Charset.of(bytes, declared: charset)
            own = found
            let text = found.decode(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(skip)))
            return text.withBytes { HTMLNormaliser.normalise($0) }
        }
        guard !normalised.isEmpty else { return Page() }
        let document = try normalised.withBytes { (bytes) throws(FedauthError) -> MarkupDocument in
            try MarkupDocument.html(bytes)
        }
        var page = try document.withFirst { (first) throws(FedauthError) in try PageCollector.page(from: first) }
        for index in page.forms.indices where page.forms[index].charset.isEmpty {
            page.forms[index].charset = own.formName
        }
        return page
    }

    /// Encodes by `iconv(3)`. A character set that the system does not know leaves UTF-8.
    public func encode(_ text: SharedSecret, charset: String) -> SharedSecret {
        guard let charset = Charset(label: charset), charset.formName != "utf-8" else { return text }
        return text.withBytes { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? nil : charset.encode(bytes)
        } ?? text
    }

    /// Reads a response; throws `bad-answer` for what is none, is not well-formed, has a DOCTYPE, or is too long.
    public func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        try message(xml, what: "SAML response") { (bytes, root) throws(FedauthError) in
            try SAMLResponse(root)
        }
    }

    /// Reads a service provider's PAOS envelope; throws `bad-answer` as `samlResponse(xml:)` does.
    public func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        try message(xml, what: "answer of the service provider") { (bytes, root) throws(FedauthError) in
            try ECPRequest(root, bytes)
        }
    }

    /// Reads an identity provider's SOAP envelope; throws `bad-answer` as `samlResponse(xml:)` does.
    public func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        try message(xml, what: "answer of the identity provider") { (bytes, root) throws(FedauthError) in
            try ECPResponse(root, bytes)
        }
    }

    func message<Message>(
        _ xml: SharedSecret, what: String,
        _ read: (UnsafeRawBufferPointer, MarkupNode) throws(FedauthError) -> Message
    ) throws(FedauthError) -> Message {
        guard xml.count <= Self.maximumMessageBytes else {
            throw FedauthError(.badAnswer, "the \(what) has more than \(Self.maximumMessageBytes) bytes")
        }
        return try xml.withBytes { (bytes) throws(FedauthError) -> Message in
            // Before libxml2 sees it: no DOCTYPE, so no entities and nothing to load.
            try XMLScanner.check(bytes, what: what)
            let document = try MarkupDocument.xml(bytes, what: what)
            return try document.withFirst { (first) throws(FedauthError) -> Message in
                var position = first
                while let node = position {
                    guard !node.isDoctype else { throw XMLScanner.doctypeError(what) }
                    if node.isElement { return try read(bytes, node) }
                    position = node.next
                }
                throw FedauthError(.badAnswer, "the \(what) is empty")
            }
        }
    }
}
