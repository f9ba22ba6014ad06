/// The texts of elements that controls reference by `aria-labelledby`.
struct ReferencedTexts {
    private var texts: [String: String] = [:]

    /// Finds `identifiers` in the page that begins with `first`; costs nothing without references.
    init(_ identifiers: [String], from first: MarkupNode?) {
        var wanted = Set(identifiers)
        var position = first
        while let node = position, !wanted.isEmpty {
            if node.isElement, let identifier = node.attribute("id"), wanted.remove(identifier) != nil {
                texts[identifier] = Self.text(of: node)
            }
            position = Self.following(node, within: nil)
        }
    }

    func text(for identifiers: [String]) -> String {
        identifiers.compactMap { texts[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the text below `element`; the first nodes are enough for a label.
    private static func text(of element: MarkupNode) -> String {
        let text = FoldedText(limit: 200)
        var position = element.firstChild
        var budget = 1000
        while let node = position, budget > 0 {
            budget -= 1
            if node.isText { text.append(node.content(atMost: 4096)) }
            position = following(node, within: element)
        }
        return text.text
    }

    private static func following(_ node: MarkupNode, within top: MarkupNode?) -> MarkupNode? {
        if let child = node.firstChild { return child }
        var last = node
        while last.next == nil {
            guard let parent = last.parent, parent.pointer != top?.pointer else { return nil }
            last = parent
        }
        return last.next
    }
}
