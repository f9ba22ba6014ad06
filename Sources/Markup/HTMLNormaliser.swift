internal import Secrets

/// Rewrites a page so that libxml2, which is not an HTML5 parser, reads it as browsers do. It splits the text into tags
/// by the rules of HTML ("Tokenization"), and lets libxml2 build the tree:
/// - comments, declarations and processing instructions are removed;
/// - the text of `title` and `textarea` is escaped, so that tags in it stay text; that of `iframe`, `xmp`, `noembed`
///   and `noframes`, which browsers do not show, is removed;
/// - names of characters that are new in HTML 5 are replaced by numbers (`CharacterNames`);
/// - attributes are written with double quotes; those with invalid names, and incomplete tags, are removed;
/// - input that makes libxml2 slow is removed: attributes after the first 128 of a tag, end tags without an element,
///   and tags of elements that are nested too deeply (`OpenElements`);
/// - a marker follows every `</form>`. When a form overlaps a table, libxml2 closes it early; in HTML the form
///   continues until its end tag.
struct HTMLNormaliser: ~Copyable {
    /// The element name of the marker.
    static let formEnd = "x-form-end"

    private let input: UnsafeRawBufferPointer
    private var position = 0
    private var output: Secret
    /// The number of bytes of `output` that were handed out.
    private var handedOut = 0
    private var elements = OpenElements()
    /// The last element with raw text, until its end tag.
    private var openRaw: String?
    /// The style sheets that were read, except those for browsers without scripts.
    private(set) var styles = StyleRules()
    private var isNoscript = false
    /// libxml2 compares each attribute of a tag with all earlier ones.
    static let attributeLimit = 128

    private static let batchBytes = 32 << 10

    /// Rewrites a page in parts (`write`); `html` must be valid UTF-8, and must stay until the end.
    init(_ html: UnsafeRawBufferPointer) {
        input = html
        output = Secret(capacity: min(html.count, Self.batchBytes) + 1024)
    }

    /// Rewrites a page at once; `html` must be valid UTF-8.
    static func normalise(_ html: UnsafeRawBufferPointer) -> Secret {
        var normaliser = HTMLNormaliser(html)
        normaliser.rewrite(atLeast: .max)
        return normaliser.output
    }

    /// Writes the next bytes of the rewritten page to `buffer`. Returns their number, 0 at the end.
    mutating func write(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        if handedOut == output.count {
            output.truncate(to: 0)
            handedOut = 0
            rewrite(atLeast: Self.batchBytes)
        }
        let start = handedOut
        let count = min(buffer.count, output.count - start)
        output.withBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)])) }
        handedOut += count
        return count
    }

    private mutating func rewrite(atLeast count: Int) {
        while position < input.count, output.count < count {
            writeText(until: position + run(from: position) { $0 != 0x3C })
            guard position < input.count else { return }
            readMarkup()
        }
    }

    /// Reads markup, starting at a `<`.
    private mutating func readMarkup() {
        switch byte(at: position + 1) {
        case let letter? where letter.isASCIILetter: readTag(isEnd: false)
        case 0x21: skipDeclaration()
        case 0x3F: skip(past: 0x3E)
        case 0x2F:
            if let letter = byte(at: position + 2), letter.isASCIILetter {
                readTag(isEnd: true)
            } else {
                skip(past: 0x3E)
            }
        default:
            output.append("&lt;")
            position += 1
        }
    }

    private mutating func skipDeclaration() {
        guard byte(at: position + 2) == 0x2D, byte(at: position + 3) == 0x2D else {
            skip(past: 0x3E)
            return
        }
        // "<!-->" and "<!--->" are complete comments; "--!>" also ends one.
        var index = position + 2
        while index < input.count {
            if byte(at: index) == 0x2D, byte(at: index + 1) == 0x2D {
                if byte(at: index + 2) == 0x3E {
                    position = index + 3
                    return
                }
                if byte(at: index + 2) == 0x21, byte(at: index + 3) == 0x3E, index > position + 3 {
                    position = index + 4
                    return
                }
            }
            index += 1
        }
        position = input.count
    }

    private mutating func readTag(isEnd: Bool) {
        let nameStart = position + (isEnd ? 2 : 1)
        let nameEnd = nameStart + run(from: nameStart) { !$0.endsTagName }
        var attributes = TagAttributes(input: input, position: nameEnd)
        guard let end = attributes.read() else {
            // The page ends within a tag, which HTML drops.
            position = input.count
            return
        }
        position = end
        let name = input[nameStart..<nameEnd]
        guard name.allSatisfy(\.isMarkupName) else { return }
        var lowered = String(decoding: UnsafeRawBufferPointer(rebasing: name), as: UTF8.self)
        if name.contains(where: { (0x41...0x5A).contains($0) }) { lowered = lowered.lowercased() }
        // A page must not be able to write the marker.
        guard lowered != Self.formEnd else { return }
        let number = elements.number(of: lowered)
        let flags = elements.traits(number).flags
        if lowered == "noscript" { isNoscript = !isEnd }
        if isEnd {
            if lowered == openRaw || elements.end(number) == .written { appendEnd(of: lowered) }
            openRaw = nil
            if flags.contains(.form) { output.append("<\(Self.formEnd)></\(Self.formEnd)>") }
            return
        }
        // Those with raw text are closed directly after it.
        guard !flags.isDisjoint(with: [.void, .unknownVoid, .rawText]) || begin(number) else { return }
        output.append(UInt8(0x3C))
        output.append(lowered)
        for attribute in attributes.found { write(attribute) }
        output.append(UInt8(0x3E))
        if flags.contains(.unknownVoid) { appendEnd(of: lowered) }
        if !flags.isDisjoint(with: .rawText) { readRawText(of: lowered, flags) }
    }

    /// Returns false when the tag is omitted.
    private mutating func begin(_ number: Int) -> Bool {
        let (closed, fate) = elements.begin(number)
        for name in closed { appendEnd(of: name) }
        return fate == .written
    }

    private mutating func appendEnd(of name: String) {
        output.append("</")
        output.append(name)
        output.append(UInt8(0x3E))
    }

    private mutating func write(_ attribute: TagAttributes.Attribute) {
        guard let first = input[attribute.name].first, first.isASCIILetter || first == 0x5F || first == 0x3A,
            input[attribute.name].allSatisfy(\.isMarkupName)
        else { return }
        output.append(UInt8(0x20))
        output.append(UnsafeRawBufferPointer(rebasing: input[attribute.name]))
        guard let value = attribute.value else { return }
        output.append("=\"")
        write(value, quote: "&quot;")
        output.append("\"")
    }

    /// Writes text with character references, with `quote` in place of a double quote.
    private mutating func write(_ text: Range<Int>, quote: String? = nil) {
        var start = text.lowerBound
        func reference(at index: Int) -> (text: String, end: Int)? {
            if input[index] == 0x22 { return quote.map { ($0, index + 1) } }
            let name = input[(index + 1)..<min(text.upperBound, index + 1 + CharacterNames.limit)].prefix(
                while: \.isASCIILetter)
            guard name.endIndex < text.upperBound, input[name.endIndex] == 0x3B,
                let numbers = CharacterNames.numbers(String(decoding: name, as: UTF8.self))
            else { return nil }
            return (numbers, name.endIndex + 1)
        }
        for index in text where input[index] == 0x26 || input[index] == 0x22 {
            guard let (replacement, end) = reference(at: index) else { continue }
            output.append(UnsafeRawBufferPointer(rebasing: input[start..<index]))
            output.append(replacement)
            start = end
        }
        output.append(UnsafeRawBufferPointer(rebasing: input[start..<text.upperBound]))
    }

    private mutating func writeText(until end: Int) {
        write(position..<end)
        position = end
    }

    /// Reads an element whose content has no tags.
    private mutating func readRawText(of name: String, _ flags: ElementTraits.Flags) {
        openRaw = name
        let end = rawTextEnd(of: name)
        if flags.contains(.escapableText) {
            escapeText(until: end)
        } else if flags.contains(.script) {
            if name == "style", !isNoscript {
                styles.read(String(decoding: UnsafeRawBufferPointer(rebasing: input[position..<end]), as: UTF8.self))
            }
            copyText(until: end)
        }
        position = end
        // Adds a missing end tag, because libxml2 would otherwise read on as a script.
        if end == input.count { appendEnd(of: name) }
    }

    /// Returns the position of `</name` followed by a character that ends the name.
    private func rawTextEnd(of name: String) -> Int {
        let wanted = Array(name.utf8)
        var index = position
        while index < input.count {
            index += run(from: index) { $0 != 0x3C }
            let after = index + 2 + wanted.count
            if byte(at: index + 1) == 0x2F, after <= input.count,
                input[(index + 2)..<after].elementsEqual(wanted, by: { $0 | 0x20 == $1 }),
                byte(at: after)?.endsTagName ?? true
            {
                return index
            }
            index += 1
        }
        return input.count
    }

    private mutating func copyText(until end: Int) {
        output.append(UnsafeRawBufferPointer(rebasing: input[position..<end]))
        position = end
    }

    private mutating func escapeText(until end: Int) {
        while position < end {
            writeText(until: min(end, position + run(from: position) { $0 != 0x3C }))
            if position < end {
                output.append("&lt;")
                position += 1
            }
        }
    }

    private mutating func skip(past mark: UInt8) {
        position = min(input.count, position + run(from: position) { $0 != mark } + 1)
    }

    private func byte(at index: Int) -> UInt8? { index < input.count ? input[index] : nil }

    /// Returns how many bytes from `start` on fulfil `condition`.
    private func run(from start: Int, _ condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < input.count, condition(input[index]) { index += 1 }
        return index - start
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isMarkupBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
    fileprivate var endsTagName: Bool { isMarkupBlank || self == 0x2F || self == 0x3E }
    /// Whether libxml2 accepts the byte in names of tags and attributes.
    fileprivate var isMarkupName: Bool {
        isASCIILetter || (0x30...0x3A).contains(self) || self == 0x2D || self == 0x2E || self == 0x5F
    }
}
