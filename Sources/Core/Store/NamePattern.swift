/// A pattern for names, as in glob(7), of characters (Unicode scalars), not bytes: `*` any text, including `/`; `?` one
/// character; `[…]` one of several, with ranges; `[!…]` or `[^…]` one of all others; `\` makes the next character
/// literal, as is a `[` without a `]`. Time: at most the product of both lengths, because only the last `*` is retried.
public struct NamePattern: Sendable {
    private enum Part: Sendable {
        case anyText, anyOne
        case one(Unicode.Scalar)
        case among([ClosedRange<Unicode.Scalar>], isExcluded: Bool)

        func fits(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .anyText, .anyOne: true
            case .one(let wanted): scalar == wanted
            case .among(let ranges, let isExcluded): ranges.contains { $0.contains(scalar) } != isExcluded
            }
        }
    }

    private let parts: [Part]

    /// Reads a pattern; every text is valid.
    public init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        var parts: [Part] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": if case .anyText = parts.last {} else { parts.append(.anyText) }
            case "?": parts.append(.anyOne)
            case "[": parts.append(Self.choice(&rest) ?? .one(scalar))
            case "\\": parts.append(.one(rest.popFirst() ?? scalar))
            default: parts.append(.one(scalar))
            }
        }
        self.parts = parts
    }

    /// Reads the part after a `[`; nil, without consuming anything, when no `]` follows.
    private static func choice(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
        var ahead = rest
        let isExcluded = ahead.first == "!" || ahead.first == "^"
        if isExcluded { ahead.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var isFirst = true
        while let scalar = ahead.popFirst() {
            // The first character may be a literal `]`.
            if scalar == "]" && !isFirst {
                rest = ahead
                return .among(ranges, isExcluded: isExcluded)
            }
            isFirst = false
            guard let low = scalar == "\\" ? ahead.popFirst() : scalar else { return nil }
            var high = low
            if ahead.first == "-", ahead.dropFirst().first.map({ $0 != "]" }) ?? false {
                ahead.removeFirst()
                guard let end = ahead.popFirst(), let last = end == "\\" ? ahead.popFirst() : end else { return nil }
                high = last
            }
            // A reversed range is empty.
            if low <= high { ranges.append(low...high) }
        }
        return nil
    }

    /// Returns whether all of `text` matches.
    public func fits(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        var part = 0
        var retry: (part: Int, position: Int)?
        while position < scalars.count {
            if part < parts.count {
                if case .anyText = parts[part] {
                    retry = (part + 1, position)
                    part += 1
                    continue
                }
                if parts[part].fits(scalars[position]) {
                    part += 1
                    position += 1
                    continue
                }
            }
            guard let last = retry else { return false }
            retry = (last.part, last.position + 1)
            part = last.part
            position = last.position + 1
        }
        return parts[part...].allSatisfy { if case .anyText = $0 { true } else { false } }
    }
}
