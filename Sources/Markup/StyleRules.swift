/// The rules of a page's style sheets that hide elements or show them, with selectors of element names, classes and
/// IDs. Other rules, and those for elements by their name alone, are not read: a script takes them away in the end.
struct StyleRules {
    private struct Compound {
        var element: Substring = ""
        var names: [Substring] = []
    }

    private struct Rule {
        /// The element's own part first, then those of elements around it.
        let compounds: [Compound]
        let concealment: Concealment
        let rank: (specificity: Int, order: Int)
    }

    /// By one name that the element must have: `.class` or `#id`.
    private var rules: [Substring: [Rule]] = [:]
    private var count = 0
    /// Pages for users have fewer; more would only cost time.
    private static let limit = 500
    private static let depth = 64
    /// How many names of elements are still read, in pieces of `pieceBytes`, so that the time is limited whatever the page is.
    private var budget = 200_000
    private static let pieceBytes = 64

    /// Whether there are none.
    var isEmpty: Bool { rules.isEmpty }

    /// Reads the text of a style sheet (CSS Syntax, "parse a stylesheet's contents").
    mutating func read(_ sheet: String) {
        let text = (" " + sheet).split(by: "/*").enumerated().map { index, part in
            index == 0 ? part : part.firstRange(of: "*/").map { part[$0.upperBound...] } ?? ""
        }.joined(separator: " ")
        var rest = text[...]
        while count < Self.limit, let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            let prelude = rest[..<brace]
            rest = rest[rest.utf8.index(after: brace)...]
            // Conditions, such as the size of the window, are not judged.
            let isConditional = prelude.utf8.contains(UInt8(ascii: "@"))
            let end = Self.end(of: rest, isNested: isConditional)
            if !isConditional { add(prelude, rest[..<end]) }
            guard end < rest.endIndex else { return }
            rest = rest[rest.utf8.index(after: end)...]
        }
    }

    private static func end(of block: Substring, isNested: Bool) -> Substring.Index {
        var depth = 1
        for index in block.utf8.indices {
            switch block.utf8[index] {
            case UInt8(ascii: "{") where isNested: depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth == 0 { return index }
        }
        return block.endIndex
    }

    private mutating func add(_ selectors: Substring, _ declarations: Substring) {
        let concealment = Concealment(declarations)
        guard concealment.isOff != nil || concealment.isAway != nil else { return }
        for selector in selectors.split(separator: ",").prefix(Self.limit) {
            let words = selector.split { $0.isWhitespace || $0 == ">" }
            let compounds = words.suffix(8).reversed().compactMap { Self.compound($0) }
            guard compounds.count == words.count, let key = compounds.first?.names.first else { continue }
            let names = compounds.flatMap(\.names)
            let specificity =
                names.reduce(0) { $0 + ($1.first == "#" ? 10_000 : 100) } + compounds.count { !$0.element.isEmpty }
            let rank = specificity + (concealment.isImportant ? 1_000_000 : 0)
            rules[key, default: []].append(Rule(compounds: compounds, concealment: concealment, rank: (rank, count)))
            count += 1
        }
    }

    /// Returns the parts of `input.a#b`; nil for what it does not know.
    private static func compound(_ text: Substring) -> Compound? {
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || "-_.#".contains($0) }) else { return nil }
        var compound = Compound()
        compound.element = text.prefix { $0 != "." && $0 != "#" }
        var rest = text[compound.element.endIndex...]
        while let mark = rest.first {
            let name = rest.dropFirst().prefix { $0 != "." && $0 != "#" }
            compound.names.append(text[rest.startIndex..<name.endIndex])
            guard !name.isEmpty, mark == "." || mark == "#" else { return nil }
            rest = rest[name.endIndex...]
        }
        return compound
    }

    /// Returns whether nobody sees the element, and what is in it, by its own attributes or by a rule for it.
    mutating func conceals(_ node: MarkupNode) -> Bool {
        let own = node.attribute("style").map { Concealment($0[...]) }
        var isOff = own?.isOff, isAway = own?.isAway
        let candidates = rules.isEmpty ? [] : names(of: node).flatMap { rules[$0] ?? [] }
        let found = candidates.filter { matches($0, node) }.sorted { $0.rank > $1.rank }
        isOff = isOff ?? found.lazy.compactMap(\.concealment.isOff).first
        isAway = isAway ?? found.lazy.compactMap(\.concealment.isAway).first
        return isOff == true || isAway == true
    }

    private mutating func matches(_ rule: Rule, _ node: MarkupNode) -> Bool {
        var position: MarkupNode? = node
        var passed = 0
        for (index, compound) in rule.compounds.enumerated() {
            while let at = position, !matches(compound, at) {
                passed += 1
                guard index > 0, passed < Self.depth else { return false }
                position = at.parent
            }
            guard let at = position else { return false }
            position = at.parent
        }
        return true
    }

    private mutating func matches(_ compound: Compound, _ node: MarkupNode) -> Bool {
        guard compound.element.isEmpty || compound.element.lowercased() == node.name else { return false }
        guard !compound.names.isEmpty else { return true }
        let names = names(of: node)
        return compound.names.allSatisfy(names.contains)
    }

    /// Returns the names by which rules find an element; none when the budget is spent.
    private mutating func names(of node: MarkupNode) -> [Substring] {
        budget -= 1
        guard node.hasAttributes, budget > 0 else { return [] }
        let classes = node.attribute("class") ?? ""
        budget -= classes.utf8.count / Self.pieceBytes
        let names = classes.split(maxSplits: 32, whereSeparator: \.isWhitespace).prefix(32).map { "." + $0 }
        return (names + (node.attribute("id").map { ["#" + $0] } ?? [])).map { $0[...] }
    }
}
