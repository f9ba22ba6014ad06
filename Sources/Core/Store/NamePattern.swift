/// A pattern for names, as of glob(7), that fits characters (Unicode scalars) and not bytes: `*` any text, `/` too; `?`
/// one character; `[…]` one of several, with ranges, `[!…]` or `[^…]` one of all others; `\` takes the next one as it is.
///
/// A `[` that nothing closes stands for itself. Time is at most the product of both lengths: only the last `*` is ever
/// tried anew.
public struct NamePattern: Sendable {
    private enum Part: Sendable {
        case anyText
        case anyOne
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

    /// Reads it; every text is a pattern.
    public init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        var parts: [Part] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*":
                if case .anyText = parts.last {} else { parts.append(.anyText) }
            case "?": parts.append(.anyOne)
            case "[": parts.append(Self.choice(&rest) ?? .one(scalar))
            case "\\": parts.append(.one(rest.popFirst() ?? scalar))
            default: parts.append(.one(scalar))
            }
        }
        self.parts = parts
    }

    /// What stands behind a `[`; nil, and nothing is taken, when no `]` follows.
    private static func choice(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
        var ahead = rest
        let isExcluded = ahead.first == "!" || ahead.first == "^"
        if isExcluded { ahead.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var isFirst = true
        while let scalar = ahead.popFirst() {
            // The first one may be a `]` itself.
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
            // One that runs backwards holds nothing.
            if low <= high { ranges.append(low...high) }
        }
        return nil
    }

    /// Whether the whole of `text` fits.
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
