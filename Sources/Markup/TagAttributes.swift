/// Finds the attributes of a tag and its end, as HTML's tokenizer does.
struct TagAttributes {
    struct Attribute {
        let name: Range<Int>
        /// Nil for a name without a value.
        let value: Range<Int>?
    }

    private let input: UnsafeRawBufferPointer
    private var position: Int
    /// The first attributes; see `HTMLNormaliser.attributeLimit`.
    private(set) var found: [Attribute] = []

    /// `position` is after the name of the tag.
    init(input: UnsafeRawBufferPointer, position: Int) { (self.input, self.position) = (input, position) }

    /// Returns the position after `>`, or nil when the page ends before.
    mutating func read() -> Int? {
        while true {
            advance { $0.isMarkupBlank || $0 == 0x2F }
            guard position < input.count else { return nil }
            if input[position] == 0x3E { return position + 1 }
            let start = position
            // A leading "=" is part of the name.
            position += 1
            advance { !$0.isMarkupBlank && $0 != 0x2F && $0 != 0x3E && $0 != 0x3D }
            let name = start..<position
            advance(\.isMarkupBlank)
            guard position < input.count, input[position] == 0x3D else {
                add(Attribute(name: name, value: nil))
                continue
            }
            position += 1
            advance(\.isMarkupBlank)
            guard let value = readValue() else { return nil }
            add(Attribute(name: name, value: value))
        }
    }

    private mutating func add(_ attribute: Attribute) {
        if found.count < HTMLNormaliser.attributeLimit { found.append(attribute) }
    }

    private mutating func readValue() -> Range<Int>? {
        guard position < input.count else { return nil }
        let quote = input[position]
        if quote == 0x22 || quote == 0x27 {
            let start = position + 1
            position = start
            advance { $0 != quote }
            guard position < input.count else { return nil }
            position += 1
            return start..<(position - 1)
        }
        let start = position
        advance { !$0.isMarkupBlank && $0 != 0x3E }
        return start..<position
    }

    private mutating func advance(_ condition: (UInt8) -> Bool) {
        while position < input.count, condition(input[position]) { position += 1 }
    }
}
