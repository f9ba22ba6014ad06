/// Parses the challenges of one field (RFC 9110 section 11.6.1). Tolerates common errors of servers: empty elements,
/// missing commas, unquoted values with blanks, a quoted value without an end. Every step consumes at least one byte,
/// and there are limits, so that no input makes it trap or hang.
struct ChallengeReader {
    private let bytes: [UInt8]
    private var place = 0

    private static let maximumChallenges = 32
    private static let maximumParameters = 64

    init(_ field: String) { bytes = Array(field.utf8) }

    mutating func read() -> [Challenge] {
        var found: [Challenge] = []
        while true {
            skip { $0 == Self.comma || Self.isBlank($0) }
            guard place < bytes.count else { return found }
            let word = take(while: Self.isTokenByte)
            guard !word.isEmpty else {
                // Skips what is not the start of an element.
                if next == Self.quote { _ = quoted() } else { place += 1 }
                continue
            }
            let isBehindBlank = skip(Self.isBlank)
            if next == Self.equals {
                place += 1
                let parameter = Challenge.Parameter(word.lowercased(), value())
                guard let last = found.indices.last, found[last].parameters.count < Self.maximumParameters else {
                    continue
                }
                found[last].parameters.append(parameter)
                continue
            }
            guard found.count < Self.maximumChallenges else { return found }
            var challenge = Challenge(word)
            if isBehindBlank, AuthenticationScheme(challenge)?.hasParametersOnly != true {
                challenge.token68 = token68()
            }
            found.append(challenge)
        }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Returns whether anything was skipped.
    @discardableResult
    private mutating func skip(_ isSkipped: (UInt8) -> Bool) -> Bool {
        let start = place
        while let byte = next, isSkipped(byte) { place += 1 }
        return place > start
    }

    private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
        let start = place
        skip(isTaken)
        return text(start..<place)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns nil, and consumes nothing, unless everything up to the next comma is a token68.
    private mutating func token68() -> String? {
        let start = place
        skip(Self.isToken68Byte)
        let isSomething = place > start
        skip { $0 == Self.equals }
        let end = place
        skip(Self.isBlank)
        guard isSomething, next == nil || next == Self.comma else {
            place = start
            return nil
        }
        return text(start..<end)
    }

    private mutating func value() -> String {
        skip(Self.isBlank)
        return next == Self.quote ? quoted() : unquoted()
    }

    /// Reads a quoted string (RFC 9110 section 5.6.4); without an end quote, to the end of the field.
    private mutating func quoted() -> String {
        var content: [UInt8] = []
        place += 1
        while let byte = next {
            place += 1
            if byte == Self.quote { break }
            if byte == Self.backslash, let escaped = next {
                content.append(escaped)
                place += 1
            } else {
                content.append(byte)
            }
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads up to the comma, including blanks ("realm=My Site"), unless another parameter follows without a comma.
    private mutating func unquoted() -> String {
        let start = place
        skip { $0 != Self.comma && !Self.isBlank($0) }
        let wordEnd = place
        skip { $0 != Self.comma && $0 != Self.equals }
        guard next != Self.equals else {
            place = wordEnd
            return text(start..<wordEnd)
        }
        var end = place
        while end > wordEnd, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return text(start..<end)
    }

    private static let comma = UInt8(ascii: ","), equals = UInt8(ascii: "="), quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns whether the byte may be part of a token (RFC 9110 section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Returns whether the byte may be part of a token68 (RFC 9110 section 11.2).
    private static func isToken68Byte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~+/".utf8.contains(byte)
    }
}
