internal import Core

/// Collects the texts of a page: its title, its text, its error messages, and the numbers to compare on another device.
struct TextCollector {
    private static let textLimit = 4000
    private static let mainLimit = 1000
    private static let errorLimit = 300
    private static let titleLimit = 200
    private static let linkLimit = 60
    /// Pages for users have fewer; more would only cost time.
    private static let countLimit = 2000

    private let visible = FoldedText(limit: textLimit)
    private let main = FoldedText(limit: mainLimit, marksCut: true)
    private var hasMain = false
    /// Whether the content has begun: links above it are those of every page of the server.
    private var hasBegun = false
    private var heading: FoldedText?
    private var headlines: [FoldedText] = []
    private var complaints: [FoldedText] = []
    /// The complaints that have text outside links: a link beside an error says where to go, not what is wrong.
    private var wordedComplaints: Set<ObjectIdentifier> = []
    private var found: [ErrorDetailDraft] = []
    private var foundLinks: [(text: FoldedText, name: FoldedText, link: Page.Link, address: String?)] = []
    private var looseWays: [FoldedText] = []
    private(set) var numbers: [String] = []
    /// Whether an element is marked as the number.
    private var isNumberKnown = false
    private(set) var reference: String?
    /// The length of the texts for browsers with scripts.
    private(set) var shownBytes = 0

    var title: String { heading?.text ?? "" }
    var text: String { visible.text }
    var mainText: String { main.text }
    var details: [Page.Detail] { found.map(\.detail).filter { !$0.text.isEmpty } }

    var links: [Page.Link] {
        foundLinks.compactMap { text, _, link, _ in
            text.text.isEmpty ? nil : Page.Link(text.text, to: link.target, node: link.node)
        }
    }

    /// The links that have a name and no words.
    var namedLinks: [Page.Link] {
        foundLinks.compactMap { text, name, link, address in
            text.text.isEmpty && !name.text.isEmpty ? Page.Link(name.text, to: address ?? "", node: link.node) : nil
        }
    }

    /// The errors without duplicates.
    var errors: [String] {
        var seen: Set<String> = []
        return complaints.filter { wordedComplaints.contains(ObjectIdentifier($0)) }.map(\.text)
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    var headings: [String] { headlines.map(\.text).filter { !$0.isEmpty } }

    mutating func beginHeadline(_ scope: inout PageScope) {
        guard headlines.count < 8 else { return }
        let found = FoldedText(limit: Self.titleLimit, marksCut: true)
        headlines.append(found)
        scope.headline = found
    }

    /// Begins the title, unless the page has one.
    mutating func beginTitle(_ scope: inout PageScope) {
        scope.isSilent = true
        guard heading == nil else { return }
        let found = FoldedText(limit: Self.titleLimit, marksCut: true)
        heading = found
        scope.title = found
    }

    /// What is told of the ways that are neither links with words nor in a form; empty texts for those of which nothing is.
    var otherWays: [String] {
        looseWays.map(\.text) + foundLinks.filter { $0.text.text.isEmpty && !$0.link.target.isEmpty }.map(\.name.text)
    }

    /// Whether something can be pressed that is neither a link nor in a form.
    var hasLooseWays: Bool { !looseWays.isEmpty }

    /// Begins what can be pressed, and is neither a link nor in a form.
    mutating func beginLooseWay(_ node: MarkupNode, _ scope: inout PageScope) {
        guard looseWays.count < Self.countLimit else { return }
        let found = Self.name(of: node)
        looseWays.append(found)
        scope.looseWay = found
    }

    /// Takes the words of a picture, which are those of a link that has no other.
    func take(picture node: MarkupNode, in scope: PageScope) {
        scope.linkName?.breakWord()
        node.attribute("alt").map { text in scope.linkName?.append(text) }
    }

    private static func name(of node: MarkupNode) -> FoldedText {
        let name = FoldedText(limit: linkLimit)
        for attribute in ["aria-label", "title", "alt", "label", "value"] {
            guard let text = node.attribute(attribute) else { continue }
            name.append(text)
            name.breakWord()
        }
        return name
    }

    /// Discards the text above the content.
    mutating func beginMain() {
        guard !hasMain else { return }
        hasMain = true
        main.restart()
    }

    mutating func beginLink(_ node: MarkupNode, _ scope: inout PageScope) {
        // A link to a field of the same page has the field's message.
        scope.isLink = !node.leadsToField
        guard foundLinks.count < Self.countLimit else { return }
        let found = FoldedText(limit: Self.linkLimit)
        // The server says that a user has written it, or that it is paid for.
        let isForeign = node.attribute("rel", mentions: ["ugc", "sponsored"])
        let address = isForeign ? nil : node.attribute("href")
        let target = scope.isInvisible || scope.isConcealed ? nil : address
        let number = node.attribute(RenderedPage.nodeAttribute).flatMap { Int($0) }
        let name = Self.name(of: node)
        foundLinks.append((found, name, Page.Link("", to: target ?? "", node: number), address))
        (scope.link, scope.linkName) = (found, name)
    }

    mutating func beginDetail(_ node: MarkupNode, _ scope: inout PageScope) {
        guard found.count < 8, let detail = ErrorDetailDraft(node) else { return }
        found.append(detail)
        scope.detail = detail.text
    }

    /// Begins an error: the text goes to the innermost element marked as one: a marked form or page has more text.
    mutating func beginError(_ node: MarkupNode, _ name: String, _ scope: inout PageScope, outer: inout PageScope) {
        switch name {
        case "html", "body", "form", "main", "script", "style", "link", "meta": return
        // A link of a rendered page, which a script follows: its text may end the sentence.
        case "button" where node.attribute("role") == "link": scope.isLink = true
        case "label", "button", "option", "select":
            // Labels of controls are not part of an error around them.
            scope.error = nil
        default: break
        }
        guard complaints.count < Self.countLimit, node.hasAttributes, name != "button", node.isError else { return }
        let found = FoldedText(limit: Self.errorLimit, marksCut: true)
        complaints.append(found)
        // An icon has no text; the text beside it is the error (SimpleSAMLphp's `img.erroricon`).
        if name == "img" { outer.error = found } else { scope.error = found }
    }

    /// Takes a text that users can read.
    mutating func take(_ content: UnsafeRawBufferPointer, of node: MarkupNode, in scope: PageScope, isSeen: Bool) {
        scope.detail?.append(content)
        // Pages have tens of thousands of texts: compares the text before folding it.
        let trimmed = content.trimmedBlank
        if reference == nil, trimmed.isUUID { reference = String(decoding: trimmed, as: UTF8.self) }
        guard isSeen else {
            scope.linkName?.append(content)
            return
        }
        visible.append(content)
        if !scope.isNoscript, !scope.isUnseen { shownBytes += trimmed.count }
        hasBegun = hasBegun || !scope.isMarginal && scope.link == nil && !trimmed.isEmpty
        if !scope.isMarginal, hasBegun { main.append(content) }
        scope.headline?.append(content)
        scope.link?.append(content)
        scope.looseWay?.append(content)
        note(number: trimmed, in: node)
        guard !scope.isNoscript, let error = scope.error else { return }
        error.append(content)
        if !scope.isLink, !trimmed.isEmpty { wordedComplaints.insert(ObjectIdentifier(error)) }
    }

    func breakWord(in scope: PageScope) {
        visible.breakWord()
        main.breakWord()
        scope.error?.breakWord()
        scope.headline?.breakWord()
        scope.link?.breakWord()
        scope.looseWay?.breakWord()
        scope.detail?.breakWord()
    }

    /// Records a standalone number that is not a link: the user must find it on another device.
    private mutating func note(number digits: Slice<UnsafeRawBufferPointer>, in node: MarkupNode) {
        guard (2...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            node.parent?.name != "a", !isNumberKnown
        else { return }
        let number = String(decoding: digits, as: UTF8.self)
        if node.parent?.isPairingNumber == true {
            numbers = [number]
            isNumberKnown = true
        } else if numbers.count < 8, !numbers.contains(number) {
            numbers.append(number)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The text without surrounding white space.
    fileprivate var trimmedBlank: Slice<UnsafeRawBufferPointer> {
        let start = firstIndex { !$0.isMarkupBlank } ?? endIndex
        return self[start..<(lastIndex { !$0.isMarkupBlank }.map { $0 + 1 } ?? start)]
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether it has the form of RFC 9562: 8, 4, 4, 4 and 12 hexadecimal digits.
    fileprivate var isUUID: Bool {
        count == 36
            && enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
                }
            }
    }
}
