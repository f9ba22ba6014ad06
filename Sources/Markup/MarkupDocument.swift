internal import CXML
internal import Core
internal import Glibc
internal import Secrets

/// Owns a parsed document (`xmlDoc`).
struct MarkupDocument: ~Copyable {
    private let document: OpaquePointer

    /// Takes ownership of the result of `cxml_read_html` or `cxml_read_xml`.
    init(takingOwnership document: OpaquePointer) { self.document = document }

    deinit { cxml_free(document) }

    /// Parses HTML in UTF-8 (`htmlCtxtReadIO`). `write` fills the buffer and returns the number of bytes, 0 at the end.
    static func html(_ write: @escaping (UnsafeMutableRawBufferPointer) -> Int) throws(FedauthError) -> MarkupDocument {
        try MarkupLibrary.open()
        var input = HTMLInput(write: write)
        let document = withUnsafeMutablePointer(to: &input) { input in
            cxml_read_html(
                { state, buffer, count in
                    guard let input = state?.assumingMemoryBound(to: HTMLInput.self) else { return 0 }
                    return input.pointee.write(UnsafeMutableRawBufferPointer(start: buffer, count: count))
                }, input)
        }
        guard let document else { throw FedauthError(.badAnswer, "the page cannot be read as HTML") }
        return MarkupDocument(takingOwnership: document)
    }

    private struct HTMLInput { let write: (UnsafeMutableRawBufferPointer) -> Int }

    /// Parses XML without a DOCTYPE (`xmlCtxtReadMemory`). `what` names the message in errors.
    static func xml(_ bytes: UnsafeRawBufferPointer, what: String) throws(FedauthError) -> MarkupDocument {
        try MarkupLibrary.open()
        var message = [CChar](repeating: 0, count: 256)
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
            throw FedauthError(.badAnswer, "the \(what) is empty")
        }
        guard let document = cxml_read_xml(start, bytes.count, &message, message.count) else {
            let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw FedauthError(
                .badAnswer, "the \(what) is not well-formed XML",
                causes: words.isEmpty ? [] : ["libxml2: " + words.folded()])
        }
        return MarkupDocument(takingOwnership: document)
    }

    /// Lends the first node. Nodes must not outlive the call.
    borrowing func withFirst<Result: ~Copyable, Failure: Error>(
        _ body: (MarkupNode?) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(cxml_first(document).map(MarkupNode.init)) }
}

/// A node of a lent document.
struct MarkupNode {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var firstChild: MarkupNode? { cxml_first_child(pointer).map(MarkupNode.init) }
    var next: MarkupNode? { cxml_next(pointer).map(MarkupNode.init) }
    var parent: MarkupNode? { cxml_parent(pointer).map(MarkupNode.init) }
    /// Whether an element is directly in it.
    var hasElement: Bool {
        var child = firstChild
        while let node = child, !node.isElement { child = node.next }
        return child != nil
    }
    var isElement: Bool { cxml_kind_of(pointer) == cxml_element }
    var isText: Bool { cxml_kind_of(pointer) == cxml_text }
    var isDoctype: Bool { cxml_kind_of(pointer) == cxml_doctype }
    var name: String { String(cString: cxml_name(pointer)) }
    var namespace: String { String(cString: cxml_namespace(pointer)) }
    /// The characters of a text node.
    var content: String { String(cString: cxml_content(pointer)) }

    /// Returns the first bytes of a text node's characters.
    func content(atMost count: Int) -> String {
        let start = cxml_content(pointer)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: strnlen(start, count)), as: UTF8.self)
    }

    /// Lends a text node's bytes.
    func withContent<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(bytes(of: cxml_content(pointer)))
    }

    /// Returns the value of an attribute; nil when missing.
    func attribute(_ name: String) -> String? { cxml_attribute(pointer, name).map { String(cString: $0) } }

    /// Returns the value of an attribute in a namespace; nil when missing.
    func attribute(_ name: String, _ namespace: String) -> String? {
        cxml_attribute_in(pointer, name, namespace).map { String(cString: $0) }
    }

    /// Lends an attribute's bytes, which may be secret.
    func withAttribute<Result: ~Copyable>(_ name: String, _ body: (UnsafeRawBufferPointer?) -> Result)
        -> Result
    { body(cxml_attribute(pointer, name).map(bytes(of:))) }

    var hasAttributes: Bool { cxml_has_attributes(pointer) }

    func hasAttribute(_ name: StaticString) -> Bool { cxml_attribute(pointer, name.cString) != nil }

    /// Returns whether the text node contains `part`, ignoring case.
    func contentMentions(_ part: String) -> Bool { cxml_mentions(cxml_content(pointer), part) }

    /// Returns whether the attribute exists and contains one of `parts`, ignoring case.
    func attribute(_ name: StaticString, mentions parts: [StaticString]) -> Bool {
        guard let value = cxml_attribute(pointer, name.cString) else { return false }
        return parts.contains { cxml_mentions(value, $0.cString) }
    }

    /// Removes the node from the document; it must not be used afterwards.
    func remove() { cxml_remove(pointer) }

    /// Returns the element as a document of its own, in UTF-8. Declares on it the namespaces that are in scope, because
    /// names, values (`xsi:type`) and signatures (`PrefixList`) inside may use their prefixes. The text differs from
    /// the original in quotes, references and blanks within tags. Signatures do not depend on these, because they cover
    /// the canonical form (XML Signature, section 4.4.3.1). With exclusive canonicalisation, which SAML uses (SAML 2.0
    /// core, section 5.4.3), added declarations are not covered either.
    func standalone() throws(FedauthError) -> SharedSecret {
        var count = 0
        guard let text = cxml_write(pointer, &count) else {
            throw FedauthError(.badAnswer, "libxml2 cannot write '\(name.folded(to: 40))'")
        }
        defer { cxml_free_text(text) }
        return SharedSecret(copying: UnsafeRawBufferPointer(start: text, count: count))
    }

    /// Returns the canonical form of the element (`xmlC14NExecute`). Throws when libxml2 cannot write it: when it was built
    /// without this, and for the name of a namespace that is a relative reference.
    func canonical(
        without omitted: MarkupNode?, isExclusive: Bool, keepsComments: Bool, prefixes: String
    ) throws(FedauthError) -> SharedSecret {
        var count = 0
        guard let text = cxml_canonical(pointer, omitted?.pointer, isExclusive, keepsComments, prefixes, &count) else {
            throw FedauthError(.badAnswer, "libxml2 cannot write '\(name.folded(to: 40))' in canonical form")
        }
        defer { cxml_free_text(text) }
        return SharedSecret(copying: UnsafeRawBufferPointer(start: text, count: count))
    }

    private func bytes(of text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text, count: strlen(text))
    }
}

extension StaticString {
    /// The characters with a NUL behind them. A `String` would be copied for each call.
    fileprivate var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
