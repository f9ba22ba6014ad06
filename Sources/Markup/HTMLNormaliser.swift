internal import Secrets

/// Writes a page anew so that libxml2, which is no HTML5 parser, reads it as browsers do. It splits the text into
/// tags by the rules of HTML ("Tokenization") and leaves building the tree to libxml2:
///
/// - comments, declarations and processing instructions go;
/// - the text of `title` and `textarea` is escaped, so that tags in it stay text; that of `iframe`, `xmp`, `noembed`
///   and `noframes`, which no browser shows either, goes;
/// - attributes are written with double quotes, those with impossible names and unfinished tags go;
/// - what would make libxml2 slow goes: attributes beyond the first 128 of a tag, end tags that end nothing, and tags of
///   elements that stand too deep (`OpenElements`);
/// - behind every `</form>` stands a mark. Where a form straddles a table libxml2 closes it early; in HTML the form
///   goes on until its end tag.
struct HTMLNormaliser: ~Copyable {
    /// The mark's element name.
    static let formEnd = "x-form-end"

    private let input: UnsafeRawBufferPointer
    private var position = 0
    private var output: Secret
    private var elements = OpenElements()
    /// The element with raw text that was written last, until its end tag.
    private var openRaw: String?
    /// libxml2 compares each attribute of a tag with those before it.
    static let attributeLimit = 128

    private init(_ input: UnsafeRawBufferPointer) {
        self.input = input
        output = Secret(capacity: input.count + 1024)
    }

    /// `html` is valid UTF-8.
    static func normalise(_ html: UnsafeRawBufferPointer) -> Secret {
        var normaliser = HTMLNormaliser(html)
        normaliser.run()
        return normaliser.finish()
    }

    private consuming func finish() -> Secret { output }

    private mutating func run() {
        while position < input.count {
            copyText(until: position + run(from: position) { $0 != 0x3C })
            guard position < input.count else { return }
            readMarkup()
        }
    }

    /// At a `<`.
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
        // "<!-->" and "<!--->" are whole comments; "--!>" ends one too.
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
            // The page ends within a tag: HTML drops it.
            position = input.count
            return
        }
        position = end
        let name = input[nameStart..<nameEnd]
        guard name.allSatisfy(\.isMarkupName) else { return }
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        // A page must not be able to write our own mark.
        guard lowered != Self.formEnd else { return }
        if isEnd {
            if lowered == openRaw || elements.end(lowered) == .written { output.append("</\(lowered)>") }
            openRaw = nil
            if lowered == "form" { output.append("<\(Self.formEnd)></\(Self.formEnd)>") }
            return
        }
        // Those with raw text are closed right behind it.
        let isVoid = Self.void.contains(lowered) || Self.unknownVoid.contains(lowered)
        guard isVoid || Self.raw.contains(lowered) || begin(lowered) else { return }
        output.append("<\(lowered)")
        for attribute in attributes.found { write(attribute) }
        output.append(">")
        if Self.unknownVoid.contains(lowered) { output.append("</\(lowered)>") }
        readRawText(of: lowered)
    }

    /// False when the tag is left out.
    private mutating func begin(_ name: String) -> Bool {
        let (closed, fate) = elements.begin(name)
        for name in closed { output.append("</\(name)>") }
        return fate == .written
    }

    /// Without an end tag (HTML, "void elements"), and those that were so once.
    private static let void: Set<String> = [
        "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link", "meta", "param",
    ]
    /// The same; libxml2 does not know it of these.
    private static let unknownVoid: Set<String> = ["embed", "source", "track", "wbr"]
    /// With no tags in them.
    private static let raw: Set<String> = [
        "script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes",
    ]

    private mutating func write(_ attribute: TagAttributes.Attribute) {
        guard let first = input[attribute.name].first, first.isASCIILetter || first == 0x5F || first == 0x3A,
            input[attribute.name].allSatisfy(\.isMarkupName)
        else { return }
        output.append(UInt8(0x20))
        output.append(UnsafeRawBufferPointer(rebasing: input[attribute.name]))
        guard let value = attribute.value else { return }
        output.append("=\"")
        var start = value.lowerBound
        for index in value where input[index] == 0x22 {
            output.append(UnsafeRawBufferPointer(rebasing: input[start..<index]))
            output.append("&quot;")
            start = index + 1
        }
        output.append(UnsafeRawBufferPointer(rebasing: input[start..<value.upperBound]))
        output.append("\"")
    }

    /// Elements whose content holds no tags.
    private mutating func readRawText(of name: String) {
        let isKept: Bool
        switch name {
        case "script", "style", "title", "textarea": isKept = true
        case "iframe", "xmp", "noembed", "noframes": isKept = false
        default: return
        }
        openRaw = name
        let end = rawTextEnd(of: name)
        if isKept {
            if name == "title" || name == "textarea" {
                escapeText(until: end)
            } else {
                copyText(until: end)
            }
        }
        position = end
        // An end tag that is missing is missing for libxml2 too, which would go on reading a script.
        if end == input.count { output.append("</\(name)>") }
    }

    /// Where `</name` stands, followed by what ends a tag's name.
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
            copyText(until: min(end, position + run(from: position) { $0 != 0x3C }))
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

    /// How many bytes from `start` on fulfil `condition`.
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
    /// What libxml2 takes in the names of tags and attributes.
    fileprivate var isMarkupName: Bool {
        isASCIILetter || (0x30...0x3A).contains(self) || self == 0x2D || self == 0x2E || self == 0x5F
    }
}
