public import Secrets

/// Reads a JSON text (RFC 8259), strictly: one value and white space, no comments, no byte order mark, valid UTF-8, no
/// half surrogate pairs, no name twice in an object. Strings go from the text straight into wiped memory.
public struct JSONReader {
    /// How much is read before it is refused.
    public struct Limits: Sendable {
        /// Bytes of the whole text.
        public var bytes = 4 << 20
        /// Arrays and objects within one another.
        public var depth = 64
        /// Strings that are values. Each has a page of locked memory, of which a process gets only so many.
        public var strings = 16_384
        /// Values of all kinds.
        public var values = 262_144

        /// The usual ones.
        public init() {}
    }

    /// The value of a JSON text.
    /// - Parameters:
    ///   - name: what the text is, for messages; put into single quotes.
    ///   - code: of the error for a text that is none, or is too large. Its message never quotes the text.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, of name: String = "the answer", failure code: ErrorCode = .badAnswer,
        limits: Limits = Limits()
    ) throws(FedauthError) -> JSONValue {
        var reader = JSONReader(bytes, limits)
        do throws(Fault) {
            guard bytes.count <= limits.bytes else { throw Fault("it has more than \(limits.bytes) bytes", at: 0) }
            return try reader.document()
        } catch {
            throw FedauthError(code, "'\(name.folded(to: 100))' is no JSON: \(error.what), at byte \(error.offset)")
        }
    }

    /// The value of a JSON text in wiped memory.
    public static func parse(
        _ text: SharedSecret, of name: String = "the answer", failure code: ErrorCode = .badAnswer,
        limits: Limits = Limits()
    ) throws(FedauthError) -> JSONValue {
        try text.withBytes { (bytes) throws(FedauthError) in
            try parse(bytes, of: name, failure: code, limits: limits)
        }
    }

    private struct Fault: Error {
        let what: String
        let offset: Int

        init(_ what: String, at offset: Int) {
            self.what = what
            self.offset = offset
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private let limits: Limits
    private var position = 0
    private var depth = 0
    private var strings = 0
    private var values = 0

    private init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private func fault(_ what: String) -> Fault { Fault(what, at: position) }

    private mutating func document() throws(Fault) -> JSONValue {
        try checkUTF8()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw fault("something stands behind its end") }
        return value
    }

    /// Once for the whole: from here on each byte from 0x80 on is part of a character.
    private func checkUTF8() throws(Fault) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .emptyInput: return
            case .error: throw Fault("it is not UTF-8", at: 0)
            }
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Passes over `byte` and the white space in front of it; false when something else stands there.
    private mutating func passes(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(Fault) -> JSONValue {
        skipSpace()
        values += 1
        guard values <= limits.values else { throw fault("it has more than \(limits.values) values") }
        guard let next else { throw fault("it ends where a value was expected") }
        switch next {
        case UInt8(ascii: "{"): return try nested { (reader) throws(Fault) in .object(try reader.members()) }
        case UInt8(ascii: "["): return try nested { (reader) throws(Fault) in .array(try reader.elements()) }
        case UInt8(ascii: "\""):
            strings += 1
            guard strings <= limits.strings else { throw fault("it has more than \(limits.strings) strings") }
            return .string(SharedSecret(try string()))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw fault("there is no value")
        }
    }

    /// Reads what stands behind an opening bracket.
    private mutating func nested(
        _ content: (inout JSONReader) throws(Fault) -> JSONValue
    ) throws(Fault) -> JSONValue {
        guard depth < limits.depth else { throw fault("it is nested more than \(limits.depth) deep") }
        depth += 1
        position += 1
        let value = try content(&self)
        depth -= 1
        return value
    }

    private mutating func members() throws(Fault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // Names that Unicode holds for the same are the same to those who look them up.
        var names: Set<String> = []
        if passes(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a member has no name") }
            let name = try string().withBytes { String(decoding: $0, as: UTF8.self) }
            guard names.insert(name).inserted else { throw fault("a name occurs twice in an object") }
            guard passes(UInt8(ascii: ":")) else { throw fault("there is no ':' behind a name") }
            members.append(JSONValue.Member(name, try value()))
        } while passes(UInt8(ascii: ","))
        guard passes(UInt8(ascii: "}")) else { throw fault("there is neither ',' nor '}' behind a member") }
        return members
    }

    private mutating func elements() throws(Fault) -> [JSONValue] {
        var elements: [JSONValue] = []
        if passes(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value()) } while passes(UInt8(ascii: ","))
        guard passes(UInt8(ascii: "]")) else { throw fault("there is neither ',' nor ']' behind an element") }
        return elements
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
        let count = word.utf8CodeUnitCount
        let isThere =
            bytes.count - position >= count && (0..<count).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
        guard isThere else { throw fault("there is no value") }
        position += count
        return value
    }
}

/// Section 6 and section 7: numbers and strings.
extension JSONReader {
    private mutating func number() throws(Fault) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        guard passDigits() > 0 else { throw fault("a number has no digits") }
        let whole = position - start
        // "01" would be eight or one, by the reader.
        if first == UInt8(ascii: "0"), whole > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            throw fault("a number begins with 0")
        }
        if next == UInt8(ascii: ".") {
            position += 1
            guard passDigits() > 0 else { throw fault("a number has no digits behind its point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard passDigits() > 0 else { throw fault("a number has no exponent") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func passDigits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    /// The characters between two quotation marks, in one piece of memory from the beginning.
    private mutating func string() throws(Fault) -> Secret {
        position += 1
        let end = try closingQuote()
        // An escape is never shorter than what it stands for.
        var out = Secret(capacity: end - position)
        while position < end {
            let start = position
            while position < end, bytes[position] != UInt8(ascii: "\\") { position += 1 }
            out.append(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            if position < end { try escape(before: end, into: &out) }
        }
        position = end + 1
        return out
    }

    private func closingQuote() throws(Fault) -> Int {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"): index += 2
            case 0..<0x20: throw Fault("a string holds a control character", at: index)
            default: index += 1
            }
        }
        throw fault("a string is not closed")
    }

    private mutating func escape(before end: Int, into out: inout Secret) throws(Fault) {
        let start = position
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): out.append(0x22 as UInt8)
        case UInt8(ascii: "\\"): out.append(0x5C as UInt8)
        case UInt8(ascii: "/"): out.append(0x2F as UInt8)
        case UInt8(ascii: "b"): out.append(0x08 as UInt8)
        case UInt8(ascii: "f"): out.append(0x0C as UInt8)
        case UInt8(ascii: "n"): out.append(0x0A as UInt8)
        case UInt8(ascii: "r"): out.append(0x0D as UInt8)
        case UInt8(ascii: "t"): out.append(0x09 as UInt8)
        case UInt8(ascii: "u"):
            let scalar = try scalar(before: end)
            UTF8.encode(scalar) { out.append($0) }
        default: throw Fault("a string holds an unknown escape", at: start)
        }
    }

    /// What `\u` announces; two of them for a character beyond U+FFFF.
    private mutating func scalar(before end: Int) throws(Fault) -> Unicode.Scalar {
        let start = position
        let unit = try codeUnit(before: end)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw Fault("a string holds half of a surrogate pair", at: start) }
        position += 2
        let second = try codeUnit(before: end)
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw Fault("a string holds half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func codeUnit(before end: Int) throws(Fault) -> UInt16 {
        guard end - position >= 4 else { throw fault("an escape has no four digits") }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(of: bytes[position]) else {
                throw fault("an escape has no four digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
