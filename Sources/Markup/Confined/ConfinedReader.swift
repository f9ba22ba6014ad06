public import Core
internal import Glibc
public import Secrets
public import System

/// Reads pages and messages as `LibXMLReader` does, each in a confined process of its own (`ConfinedReading`).
public final class ConfinedReader: MarkupReader, SecurityTokenReader {
    /// Called for the first document; nil after that.
    private var tell: ((Confinement) -> Void)?

    /// Opens nothing yet.
    ///
    /// - Parameter tell: called once, with what holds the processes on this machine, before the first document is used.
    public init(_ tell: @escaping (Confinement) -> Void = { _ in }) { self.tell = tell }

    /// Finds forms and texts in a page.
    public func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page {
        // Not done in the confined process: it opens a file.
        let converter = html.withBytes { OpenConverter(of: Charset.of($0, declared: charset).charset) }
        return try withExtendedLifetime(converter) { () throws(FedauthError) in
            try read(html, "page") { (html) throws(FedauthError) in
                try LibXMLReader().page(html: html, charset: charset)
            }
        }
    }

    /// Encodes what is sent, which is not foreign.
    public func encode(_ text: SharedSecret, charset: String) -> SharedSecret {
        LibXMLReader().encode(text, charset: charset)
    }

    /// Reads a SAML response.
    public func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        try read(xml, "SAML response") { (xml) throws(FedauthError) in try LibXMLReader().samlResponse(xml: xml) }
    }

    /// Reads a service provider's PAOS envelope.
    public func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        try read(xml, "answer of the service provider") { (xml) throws(FedauthError) in
            try LibXMLReader().ecpRequest(xml: xml)
        }
    }

    /// Reads an identity provider's SOAP envelope.
    public func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        try read(xml, "answer of the identity provider") { (xml) throws(FedauthError) in
            try LibXMLReader().ecpResponse(xml: xml)
        }
    }

    /// Reads the answer of a security token service.
    public func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        try read(bytes, "security token response") { (bytes) throws(FedauthError) in
            try LibXMLReader().securityTokenAnswer(bytes)
        }
    }

    /// Reads a WSDL of a security token service.
    public func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] {
        try read(metadata, "metadata of the security token service") { (metadata) throws(FedauthError) in
            try LibXMLReader().trustEndpoints(metadata: metadata)
        }
    }

    /// Reads a server's federation metadata.
    public func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] {
        try read(metadata, "federation metadata") { (metadata) throws(FedauthError) in
            try LibXMLReader().signingCertificates(metadata: metadata)
        }
    }

    /// Reads the signature of an assertion, and canonicalises what it covers.
    public func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
        try read(assertion, "assertion") { (assertion) throws(FedauthError) in
            try LibXMLReader().signature(ofAssertion: assertion)
        }
    }

    private func read<Value: Transferable>(
        _ document: SharedSecret, _ what: String, _ read: (SharedSecret) throws(FedauthError) -> Value
    ) throws(FedauthError) -> Value {
        try MarkupLibrary.open()
        return try ConfinedReading.answer(to: [document], what: what, telling: { tell.take()?($0) }) {
            (documents) throws(FedauthError) in
            guard let document = documents.first else { throw FedauthError(.badAnswer, "the \(what) is empty") }
            return try read(document)
        }
    }
}

/// The system's converter of a character set, which a copy of this process finds in its memory instead of in a file.
private final class OpenConverter {
    private let descriptor: iconv_t

    /// Opens the converter; nil when none is needed, or there is none.
    init?(of charset: Charset) {
        guard case .iconv(let name) = charset, let opened = iconv_open("UTF-8", name),
            opened != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }
}
