/// A namespace declaration in a start tag (Namespaces in XML 1.0, section 3).
struct NamespaceDeclaration: Equatable {
    /// The prefix; empty for the default namespace.
    let prefix: String
    /// The attribute as written.
    let text: String
    /// Whether it is `xmlns=""`, which cancels the default namespace.
    let isEmpty: Bool

    /// Returns the declarations of a start tag that libxml2 has found well-formed.
    static func all(in tag: UnsafeRawBufferPointer) -> [NamespaceDeclaration] {
        var found: [NamespaceDeclaration] = []
        var position = tag.firstIndex(where: \.isMarkupBlank) ?? tag.endIndex
        while position < tag.endIndex {
            guard let equals = tag[position...].firstIndex(of: 0x3D),
                let quote = tag[equals...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
                let close = tag[(quote + 1)...].firstIndex(of: tag[quote])
            else { return found }
            let name = String(decoding: tag[position..<equals].filter { !$0.isMarkupBlank }, as: UTF8.self)
            if name == "xmlns" || name.hasPrefix("xmlns:") {
                found.append(
                    NamespaceDeclaration(
                        prefix: String(name.dropFirst(6)),
                        text: name + "=" + String(decoding: tag[quote...close], as: UTF8.self),
                        isEmpty: close == quote + 1))
            }
            position = close + 1
        }
        return found
    }
}
