internal import Core
internal import Secrets

/// An element cut out of an XML text as a document of its own, byte for byte. Writing a tree produces other bytes
/// (quotes, references, blanks in tags), so that the signature inside would become invalid.
///
/// Namespaces that are declared outside the element and used inside are added to its tag. Exclusive canonicalisation,
/// which SAML signatures use (SAML 2.0 core, section 5.4.3), ignores where a namespace is declared.
struct ElementCut {
    /// The element as a document of its own.
    let standalone: SharedSecret

    /// Throws `bad-answer` when libxml2's tree and the bytes differ, or the element alone would lose the declaration of
    /// the text's encoding.
    init(_ node: MarkupNode, root: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        guard XMLScanner.isUTF8(bytes) else {
            throw FedauthError(.badAnswer, "the answer is not in UTF-8, and no part of it can be handed on alone")
        }
        guard let ordinal = Self.ordinal(of: node, in: root),
            let (place, around) = XMLScanner.element(after: ordinal, in: bytes), place.localName == node.name,
            around.map(\.localName) == Self.ancestors(of: node)
        else { throw FedauthError(.badAnswer, "the answer is not written as expected") }
        let whole = UnsafeRawBufferPointer(rebasing: bytes[place.whole])
        let tag = UnsafeRawBufferPointer(rebasing: bytes[place.startTag])
        let missing = Self.missing(whole, tag, around.map { UnsafeRawBufferPointer(rebasing: bytes[$0.startTag]) })
        let nameEnd = 1 + place.name.utf8.count
        var out = Secret(capacity: whole.count + 256)
        out.append(UnsafeRawBufferPointer(rebasing: whole[..<nameEnd]))
        for declaration in missing { out.append(" " + declaration.text) }
        out.append(UnsafeRawBufferPointer(rebasing: whole[nameEnd...]))
        standalone = SharedSecret(out)
    }

    /// Returns the number of elements that begin before `node`.
    private static func ordinal(of node: MarkupNode, in root: MarkupNode) -> Int? {
        root.allElements.firstIndex { $0.pointer == node.pointer }
    }

    private static func ancestors(of node: MarkupNode) -> [String] {
        var names: [String] = []
        var position = node.parent
        while let parent = position {
            names.append(parent.name)
            position = parent.parent
        }
        return names.reversed()
    }

    /// Returns the namespaces that are used in the element but declared outside.
    private static func missing(
        _ whole: UnsafeRawBufferPointer, _ tag: UnsafeRawBufferPointer, _ around: [UnsafeRawBufferPointer]
    ) -> [NamespaceDeclaration] {
        // Small, because `XMLLimits` limits the number.
        var inScope: [NamespaceDeclaration] = []
        for declaration in around.flatMap(NamespaceDeclaration.all) {
            inScope.removeAll { $0.prefix == declaration.prefix }
            inScope.append(declaration)
        }
        let own = Set(NamespaceDeclaration.all(in: tag).map(\.prefix))
        let hasUnprefixedNames = XMLScanner.names(in: whole).contains { !$0.utf8.contains(0x3A) }
        return inScope.filter { declaration in
            guard !own.contains(declaration.prefix) else { return false }
            if declaration.prefix.isEmpty { return hasUnprefixedNames && !declaration.isEmpty }
            return Self.uses(declaration.prefix, in: whole)
        }
    }

    /// Returns whether a prefix occurs, also in a value: before a colon (xsi:type), or as a whole word (the PrefixList
    /// of a signature). A letter inside the base64 of a signature is neither.
    private static func uses(_ word: String, in bytes: UnsafeRawBufferPointer) -> Bool {
        let word = Array(word.utf8)
        guard let first = word.first, bytes.count >= word.count else { return false }
        for start in 0...(bytes.count - word.count) where bytes[start] == first {
            let end = start + word.count
            guard start > 0, end < bytes.count, bytes[start..<end].elementsEqual(word) else { continue }
            let (before, after) = (bytes[start - 1], bytes[end])
            if after == 0x3A ? !isNameByte(before) : isDelimiter(before) && isDelimiter(after) { return true }
        }
        return false
    }

    /// Returns whether the byte is a quote or a blank.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        [0x22, 0x27, 0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
            || byte == 0x2D || byte == 0x2E
    }
}
