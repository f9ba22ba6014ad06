internal import Core
internal import Secrets

/// Gathers what a page says: its title, its text, its complaints, and the numbers that somebody is to find again elsewhere.
struct TextCollector {
    private static let textLimit = 4000
    private static let errorLimit = 300
    private static let titleLimit = 200
    /// Pages with more are not meant for people; what is beyond costs time only.
    private static let countLimit = 2000

    private let visible = FoldedText(limit: textLimit)
    private var heading: FoldedText?
    private var complaints: [FoldedText] = []
    private var found: [ErrorDetailDraft] = []
    private(set) var numbers: [String] = []
    /// An element calls itself the one that is meant.
    private var isNumberKnown = false
    private(set) var reference: String?

    var title: String { heading?.text ?? "" }
    var text: String { visible.text }
    var details: [Page.Detail] { found.map(\.detail).filter { !$0.text.isEmpty } }

    /// Each once.
    var errors: [String] {
        var seen: Set<String> = []
        return complaints.map(\.text).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The first one is the page's.
    mutating func beginTitle(_ scope: inout PageScope) {
        scope.isSilent = true
        guard heading == nil else { return }
        let found = FoldedText(limit: Self.titleLimit, marksCut: true)
        heading = found
        scope.title = found
    }

    mutating func beginDetail(_ node: MarkupNode, _ scope: inout PageScope) {
        guard found.count < 8, let detail = ErrorDetailDraft(node) else { return }
        found.append(detail)
        scope.detail = detail.text
    }

    /// The innermost element that calls itself an error gets the text; a form or a page that does holds more than
    /// the error's words.
    mutating func beginError(_ node: MarkupNode, _ name: String, _ scope: inout PageScope, outer: inout PageScope) {
        switch name {
        case "html", "body", "form", "main", "script", "style", "link", "meta": return
        case "label", "button", "option", "select":
            // What the controls are called is no part of an error around them.
            scope.error = nil
        default: break
        }
        guard complaints.count < Self.countLimit else { return }
        guard node.isError else { return }
        let found = FoldedText(limit: Self.errorLimit, marksCut: true)
        complaints.append(found)
        // An icon has no words of its own: those beside it are meant (SimpleSAMLphp's `img.erroricon`).
        if name == "img" { outer.error = found } else { scope.error = found }
    }

    /// Takes a text that somebody could read.
    mutating func take(_ content: String, of node: MarkupNode, in scope: PageScope, isSeen: Bool) {
        scope.detail?.append(content)
        // Pages have tens of thousands of texts: what is compared is looked at before it is folded.
        let trimmed = content.trimmedBlank
        if reference == nil, trimmed.isUUID { reference = trimmed }
        guard isSeen else { return }
        visible.append(content)
        note(number: trimmed, in: node)
        if !scope.isNoscript { scope.error?.append(content) }
    }

    func breakWord(in scope: PageScope) {
        visible.breakWord()
        scope.error?.breakWord()
        scope.detail?.breakWord()
    }

    /// A number on its own, which no link leads on from: to be found again on another device.
    private mutating func note(number: String, in node: MarkupNode) {
        guard (2...6).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            node.parent?.name != "a", !isNumberKnown
        else { return }
        if node.parent?.isPairingNumber == true {
            numbers = [number]
            isNumberKnown = true
        } else if numbers.count < 8, !numbers.contains(number) {
            numbers.append(number)
        }
    }
}

extension String {
    /// In the form of RFC 9562: 8, 4, 4, 4 and 12 hexadecimal digits.
    fileprivate var isUUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
                }
            }
    }
}
