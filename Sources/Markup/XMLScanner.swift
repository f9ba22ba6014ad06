internal import Core

/// Walks through the tags of an XML text before libxml2 parses it.
struct XMLScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Throws `bad-answer` when the text has a DOCTYPE, is in an encoding in which `<` may be part of a character, or
    /// exceeds `XMLLimits`. Must run before libxml2 parses the text.
    static func check(_ bytes: UnsafeRawBufferPointer, what: String) throws(FedauthError) {
        var scanner = XMLScanner(bytes)
        let encodings = ["utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]
        // libxml2 recognises UTF-16 and EBCDIC by the first bytes; therefore they must be a "<" in ASCII.
        let start = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop(while: \.isMarkupBlank)
        guard start.first == 0x3C, !bytes.contains(0),
            scanner.declaredEncoding().map({ encodings.contains($0.asciiLowercased) }) ?? true
        else { throw FedauthError(.badAnswer, "the \(what) is not in UTF-8") }
        scanner.position = 0
        var limits = XMLLimits()
        while let tag = scanner.nextMarkup() {
            switch tag {
            case .declaration: throw doctypeError(what)
            case .start(let range, let isEmpty):
                let excess = limits.begin(UnsafeRawBufferPointer(rebasing: bytes[range]), isEmpty: isEmpty)
                if let excess { throw FedauthError(.badAnswer, "the \(what) has \(excess)") }
            case .end: limits.end()
            case .other: break
            }
        }
    }

    static func doctypeError(_ what: String) -> FedauthError {
        FedauthError(.badAnswer, "the \(what) has a DOCTYPE, which is not allowed in it")
    }

    private enum Markup {
        /// The range of a start tag with its brackets.
        case start(range: Range<Int>, isEmpty: Bool)
        case end
        /// `<!…` that is neither a comment nor CDATA.
        case declaration
        /// A comment, CDATA section or processing instruction.
        case other
    }

    private mutating func nextMarkup() -> Markup? {
        while position < bytes.count, bytes[position] != 0x3C { position += 1 }
        guard position < bytes.count else { return nil }
        let start = position
        if has("<!--") { return skip("<!--", past: "-->") }
        if has("<![CDATA[") { return skip("<![CDATA[", past: "]]>") }
        if has("<?") { return skip("<?", past: "?>") }
        if has("<!") {
            position += 2
            return .declaration
        }
        let isEnd = has("</")
        // A ">" in quotes does not end a tag.
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                break
            }
        }
        if isEnd { return .end }
        return .start(range: start..<position, isEmpty: position >= 2 && bytes[position - 2] == 0x2F)
    }

    private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func skip(_ start: String, past end: String) -> Markup {
        position += start.utf8.count
        while position < bytes.count, !has(end) { position += 1 }
        position = min(bytes.count, position + end.utf8.count)
        return .other
    }

    /// Reads the `encoding` of the XML declaration.
    private mutating func declaredEncoding() -> String? {
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard has("<?xml") else { return nil }
        let declaration = String(decoding: bytes[position...].prefix { $0 != 0x3E }, as: UTF8.self)
        let parts = declaration.split(whereSeparator: { $0 == "=" || $0.isWhitespace || $0 == "\"" || $0 == "'" })
        guard let name = parts.firstIndex(of: "encoding"), name + 1 < parts.count else { return nil }
        return String(parts[name + 1])
    }
}
