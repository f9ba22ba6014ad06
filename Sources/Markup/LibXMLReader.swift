public import Core
public import Secrets
public import System

/// Reads pages and messages with libxml2, opened on first use, which is no HTML5 parser: it parses what
/// `HTMLNormaliser` has rewritten, and `PageCollector` applies HTML's rules for forms; together they find the forms
/// that a browser finds. Commands have it read each document in a confined process of its own (`ConfinedReading`).
public final class LibXMLReader: MarkupReader {
    /// Larger than any login page.
    public static let maximumPageBytes = 4 << 20
    /// Larger than any SAML message.
    public static let maximumMessageBytes = 1 << 20

    private let isConfined: Bool
    /// Called for the first document; nil after that.
    private var tell: ((Confinement) -> Void)?

    /// Opens nothing yet. If it `isConfined`, `tell` is called once, with what holds the processes on this machine,
    /// before the first document is used.
    public init(isConfined: Bool = false, _ tell: @escaping (Confinement) -> Void = { _ in }) {
        self.isConfined = isConfined
        self.tell = tell
    }

    /// Finds forms and texts (`htmlCtxtReadIO`). Throws `bad-answer` for more than `maximumPageBytes`, and when
    /// libxml2 cannot read it; only a confined process is ended at the deadline.
    public func page(html: SharedSecret, charset: String?, deadline: Deadline?) throws(FedauthError) -> Page {
        guard html.count <= Self.maximumPageBytes else {
            throw FedauthError(.badAnswer, "the page has more than \(Self.maximumPageBytes) bytes")
        }
        // A confined process cannot open the file with the converter.
        let converter =
            isConfined ? html.withBytes { OpenConverter(of: Charset.of($0, declared: charset).charset) } : nil
        return try withExtendedLifetime(converter) { () throws(FedauthError) in
            try reading(html, what: "page", deadline) { (html) throws(FedauthError) in try Self.parsed(html, charset) }
        }
    }

    private static func parsed(_ html: SharedSecret, _ charset: String?) throws(FedauthError) -> Page {
        var own = Charset.utf8
        var styles = StyleRules()
        let document = try html.withBytes { (bytes) throws(FedauthError) -> MarkupDocument in
            let (found, skip) = Charset.of(bytes, declared: charset)
            own = found
            let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(skip))
            return try found.withText(of: body) { (text) throws(FedauthError) -> MarkupDocument in
                // The rewritten page goes to the parser in parts, because the whole would be another 4 MB of memory.
                var normaliser = HTMLNormaliser(text)
                defer { styles = normaliser.styles }
                return try MarkupDocument.html { normaliser.write(to: $0) }
            }
        }
        var page = try document.withFirst { (first) throws(FedauthError) in
            try PageCollector.page(from: first, styles)
        }
        for index in page.forms.indices where page.forms[index].charset.isEmpty {
            page.forms[index].charset = own.formName
        }
        return page
    }

    /// Encodes with `iconv(3)`. Returns UTF-8 when the system does not know the character set.
    public func encode(_ text: SharedSecret, charset: String) -> SharedSecret {
        guard let charset = Charset(label: charset), charset.formName != "utf-8" else { return text }
        return text.withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } ? nil : charset.encode(bytes) } ?? text
    }

    /// Reads a SAML response. Throws `bad-answer` when it is none, not well-formed, has a DOCTYPE, or is too long.
    public func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse {
        try message(xml, what: "SAML response") { (_, root) throws(FedauthError) in try SAMLResponse(root) }
    }

    /// Reads a service provider's PAOS envelope; throws `bad-answer` as `samlResponse(xml:)` does.
    public func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest {
        try message(xml, what: "answer of the service provider") { (_, root) throws(FedauthError) in
            try ECPRequest(root)
        }
    }

    /// Reads an identity provider's SOAP envelope; throws `bad-answer` as `samlResponse(xml:)` does.
    public func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse {
        try message(xml, what: "answer of the identity provider") { (_, root) throws(FedauthError) in
            try ECPResponse(root)
        }
    }

    /// Calls `read`: in a confined process, or in this one.
    private func reading<Value: Transferable>(
        _ document: SharedSecret, what: String, _ deadline: Deadline? = nil,
        _ read: (SharedSecret) throws(FedauthError) -> Value
    ) throws(FedauthError) -> Value {
        guard isConfined else { return try read(document) }
        try MarkupLibrary.open()
        return try ConfinedReading.answer(
            to: document, what: what, deadline: deadline, telling: { tell.take()?($0) }, read)
    }

    func message<Message: Transferable>(
        _ xml: SharedSecret, what: String, _ read: (UnsafeRawBufferPointer, MarkupNode) throws(FedauthError) -> Message
    ) throws(FedauthError) -> Message {
        guard xml.count <= Self.maximumMessageBytes else {
            throw FedauthError(.badAnswer, "the \(what) has more than \(Self.maximumMessageBytes) bytes")
        }
        return try reading(xml, what: what) { (xml) throws(FedauthError) in
            try xml.withBytes { (bytes) throws(FedauthError) -> Message in
                // Checked before libxml2 parses it: no DOCTYPE, so no entities and nothing to load.
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
}

extension LibXMLReader: SecurityTokenReader {
    /// Reads a security token service's answer. Throws `bad-answer` for others, for a DOCTYPE, and if malformed or too long.
    public func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        let text = Self.withoutMarks(bytes)
        guard text.withBytes({ $0.first }) != UInt8(ascii: "<") else {
            return try message(text, what: "security token response") { (bytes, root) throws(FedauthError) in
                try SecurityTokenAnswer(root, bytes)
            }
        }
        guard !text.isEmpty else { throw FedauthError(.badAnswer, "the security token response is empty") }
        guard text.count <= Self.maximumMessageBytes, let token = IssuedToken(compact: text) else {
            throw FedauthError(
                .badAnswer, "what came is not a security token: neither XML nor a JSON Web Token",
                hint: "look at it with '--trace FILE'")
        }
        return .response(SecurityTokenResponse(bytes: text, token: token))
    }

    /// Removes byte order marks and white space at both ends: servers add up to two marks.
    private static func withoutMarks(_ bytes: SharedSecret) -> SharedSecret {
        bytes.withBytes { all in
            var rest = all[...]
            while true {
                if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                    rest = rest.dropFirst(3)
                } else if let first = rest.first, first.isMarkupBlank {
                    rest = rest.dropFirst()
                } else {
                    break
                }
            }
            while let last = rest.last, last.isMarkupBlank { rest = rest.dropLast() }
            return rest.count == all.count ? bytes : SharedSecret(copying: UnsafeRawBufferPointer(rebasing: rest))
        }
    }

    /// Reads a WSDL of a security token service; throws `bad-answer` as `securityTokenAnswer` does.
    public func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] {
        try message(metadata, what: "metadata of the security token service") { (_, root) throws(FedauthError) in
            try TrustMetadata(root).endpoints
        }
    }

    /// Reads a server's federation metadata; throws `bad-answer` as `securityTokenAnswer` does.
    public func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] {
        try message(metadata, what: "federation metadata") { (_, root) throws(FedauthError) in
            guard root.isElement("EntityDescriptor", Namespace.metadata) else {
                throw FedauthError(.badAnswer, "'\(root.name.folded(to: 40))' is not metadata of one server")
            }
            let roles = root.elements.filter {
                $0.isElement("RoleDescriptor", Namespace.metadata)
                    || $0.isElement("IDPSSODescriptor", Namespace.metadata)
            }
            return roles.flatMap { $0.children(named: "KeyDescriptor") }
                .filter { ($0.attribute("use") ?? "signing") == "signing" }
                .flatMap { $0.descendants("KeyInfo", "X509Data", "X509Certificate") }
                .compactMap { Base64.decode(SharedSecret($0.secretText)) }
        }
    }
}
