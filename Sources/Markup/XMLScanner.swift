internal import Core

/// Finds the positions of elements in the bytes of an XML text. libxml2 has already found the text well-formed, so that
/// this can be simple; its results are compared with libxml2's tree nevertheless.
///
/// A tree cannot be written as the same bytes (quotes, entities, blanks in tags), but signatures cover bytes. Therefore
/// what is forwarded must be cut out of them.
struct XMLScanner {
    /// The position of an element.
    struct Element: Equatable {
        /// The name with its prefix.
        let name: String
        /// From `<` to after the end tag.
        var whole: Range<Int>
        /// The start tag with its brackets.
        let startTag: Range<Int>
        /// Between the tags; empty for `<name/>`.
        var content: Range<Int>

        var localName: String { String(name.split(separator: ":").last ?? "") }
    }

    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    private init(_ bytes: UnsafeRawBufferPointer, from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the root element and its direct children; nil when the bytes are not as expected.
    static func rootAndChildren(of bytes: UnsafeRawBufferPointer) -> (root: Element, children: [Element])? {
        var scanner = XMLScanner(bytes, from: 0)
        return scanner.run()
    }

    /// Returns the element whose start tag follows `ordinal` others, and the elements around it, root first; nil when
    /// there is none.
    static func element(after ordinal: Int, in bytes: UnsafeRawBufferPointer) -> (element: Element, around: [Element])?
    {
        var scanner = XMLScanner(bytes, from: 0)
        var open: [Element] = []
        var found: (element: Element, around: [Element])?
        var count = 0
        while let markup = scanner.nextMarkup() {
            switch markup {
            case .start(let name, let range, let isEmpty):
                let element = Element(
                    name: name, whole: range, startTag: range, content: range.upperBound..<range.upperBound)
                if count == ordinal {
                    found = (element, open)
                    if isEmpty { return found }
                }
                count += 1
                if !isEmpty { open.append(element) }
            case .end(let range):
                guard let last = open.popLast() else { return nil }
                if var closed = found?.element, last.startTag == closed.startTag {
                    closed.whole = last.whole.lowerBound..<range.upperBound
                    closed.content = last.startTag.upperBound..<range.lowerBound
                    return found.map { (closed, $0.around) }
                }
            case .declaration: return nil
            case .other: break
            }
        }
        return nil
    }

    /// Returns the names of all elements with their prefixes, in the order of their start tags.
    static func names(in bytes: UnsafeRawBufferPointer) -> [String] {
        var scanner = XMLScanner(bytes, from: 0)
        var names: [String] = []
        while let markup = scanner.nextMarkup() {
            if case .start(let name, _, _) = markup { names.append(name) }
        }
        return names
    }

    /// Returns whether the text is declared as UTF-8, or contains only characters for which the encoding does not
    /// matter.
    static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var scanner = XMLScanner(bytes, from: 0)
        guard let encoding = scanner.declaredEncoding()?.asciiLowercased, encoding != "utf-8" else { return true }
        return bytes.allSatisfy { $0 < 0x80 }
    }

    /// Throws `bad-answer` when the text has a DOCTYPE, is in an encoding in which `<` may be part of a character, or
    /// exceeds `XMLLimits`. Must run before libxml2 parses the text.
    static func check(_ bytes: UnsafeRawBufferPointer, what: String) throws(FedauthError) {
        var scanner = XMLScanner(bytes, from: 0)
        let encodings = ["utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]
        // libxml2 recognises UTF-16 and EBCDIC by the first bytes; therefore they must be a "<" in ASCII.
        let start = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop(
            while: \.isMarkupBlank)
        guard start.first == 0x3C, !bytes.contains(0),
            scanner.declaredEncoding().map({ encodings.contains($0.asciiLowercased) }) ?? true
        else { throw FedauthError(.badAnswer, "the \(what) is not in UTF-8") }
        scanner.position = 0
        var limits = XMLLimits()
        while let tag = scanner.nextMarkup() {
            switch tag {
            case .declaration: throw doctypeError(what)
            case .start(_, let range, let isEmpty):
                let excess = limits.begin(UnsafeRawBufferPointer(rebasing: bytes[range]), isEmpty: isEmpty)
                if let excess { throw FedauthError(.badAnswer, "the \(what) has more than \(excess)") }
            case .end: limits.end()
            case .other: break
            }
        }
    }

    static func doctypeError(_ what: String) -> FedauthError {
        FedauthError(.badAnswer, "the \(what) has a DOCTYPE, which is not allowed in it")
    }

    private enum Markup {
        case start(name: String, range: Range<Int>, isEmpty: Bool)
        case end(range: Range<Int>)
        /// `<!…` that is neither a comment nor CDATA.
        case declaration
        /// A comment, CDATA section or processing instruction.
        case other
    }

    private mutating func run() -> (root: Element, children: [Element])? {
        var root: Element?
        var children: [Element] = []
        var depth = 0
        while let markup = nextMarkup() {
            switch markup {
            case .start(let name, let range, let isEmpty):
                let element = Element(
                    name: name, whole: range, startTag: range, content: range.upperBound..<range.upperBound)
                if depth == 0 {
                    guard root == nil else { return nil }
                    root = element
                } else if depth == 1 {
                    children.append(element)
                }
                if !isEmpty { depth += 1 }
            case .end(let range):
                depth -= 1
                if depth == 0, let found = root {
                    root?.whole = found.whole.lowerBound..<range.upperBound
                    root?.content = found.startTag.upperBound..<range.lowerBound
                } else if depth == 1, let last = children.popLast() {
                    var closed = last
                    closed.whole = last.whole.lowerBound..<range.upperBound
                    closed.content = last.startTag.upperBound..<range.lowerBound
                    children.append(closed)
                } else if depth < 0 {
                    return nil
                }
            case .declaration: return nil
            case .other: break
            }
        }
        guard depth == 0, let root else { return nil }
        return (root, children)
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
        if isEnd { return .end(range: start..<position) }
        let name = bytes[(start + 1)..<position].prefix { !$0.isMarkupBlank && $0 != 0x2F && $0 != 0x3E }
        return .start(
            name: String(decoding: name, as: UTF8.self), range: start..<position,
            isEmpty: position >= 2 && bytes[position - 2] == 0x2F)
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
        let parts = declaration.split(whereSeparator: {
            $0 == "=" || $0.isWhitespace || $0 == "\"" || $0 == "'"
        })
        guard let name = parts.firstIndex(of: "encoding"), name + 1 < parts.count else { return nil }
        return String(parts[name + 1])
    }
}
