public import Secrets

/// Parses a JSON text (RFC 8259) strictly: one value and white space, no comments, no byte order mark, valid UTF-8, no
/// unpaired surrogates, no duplicate names in an object. Strings are copied directly into wiped memory.
public struct JSONReader {
    /// The limits for a text.
    public struct Limits: Sendable {
        /// The longest text, in bytes.
        public var bytes = 4 << 20
        /// The deepest nesting of arrays and objects.
        public var depth = 64
        /// The number of string values. Each is a secret in locked memory, which is limited for a process.
        public var strings = 16_384
        /// The number of values of all types.
        public var values = 262_144
        /// Whether half of a surrogate pair is read as U+FFFD, as browsers show it.
        public var takesHalves = false

        /// Creates the default limits.
        public init() {}
    }

    /// Parses a JSON text, described in messages by `name` in single quotes. Throws `code` for a malformed or too large
    /// text, which the message never quotes.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, of name: String = "the answer", failure code: ErrorCode = .badAnswer,
        limits: Limits = Limits()
    ) throws(FedauthError) -> JSONValue {
        var reader = JSONReader(bytes, limits)
        do throws(Fault) {
            guard bytes.count <= limits.bytes else { throw Fault("it has more than \(limits.bytes) bytes", at: 0) }
            return try reader.document()
        } catch {
            throw FedauthError(code, "\(name.folded(to: 100)) is not JSON: \(error.what), at byte \(error.offset)")
        }
    }

    /// Parses a JSON text in wiped memory.
    public static func parse(
        _ text: SharedSecret, of name: String = "the answer", failure code: ErrorCode = .badAnswer,
        limits: Limits = Limits()
    ) throws(FedauthError) -> JSONValue {
        try text.withBytes { (bytes) throws(FedauthError) in try parse(bytes, of: name, failure: code, limits: limits) }
    }

    struct Fault: Error {
        let what: String
        let offset: Int

        init(_ what: String, at offset: Int) { (self.what, self.offset) = (what, offset) }
    }

    let bytes: UnsafeRawBufferPointer
    let limits: Limits
    var position = 0
    private var depth = 0
    private var strings = 0
    private var values = 0

    private init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) { (self.bytes, self.limits) = (bytes, limits) }

    func fault(_ what: String) -> Fault { Fault(what, at: position) }

    private mutating func document() throws(Fault) -> JSONValue {
        // From here on every byte from 0x80 on is part of a character.
        guard bytes.isUTF8 else { throw Fault("it is not UTF-8", at: 0) }
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw fault("there is text after its end") }
        return value
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Skips white space and `byte`. Returns false when something else follows.
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

    /// Reads the content after an opening bracket.
    private mutating func nested(_ content: (inout JSONReader) throws(Fault) -> JSONValue) throws(Fault) -> JSONValue {
        guard depth < limits.depth else { throw fault("it is nested more than \(limits.depth) deep") }
        depth += 1
        position += 1
        let value = try content(&self)
        depth -= 1
        return value
    }

    private mutating func members() throws(Fault) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // Compares names by Unicode's equivalence, as lookups do.
        var names: Set<String> = []
        if passes(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a member has no name") }
            let name = try string().withBytes { String(decoding: $0, as: UTF8.self) }
            guard names.insert(name).inserted else { throw fault("a name occurs twice in an object") }
            guard passes(UInt8(ascii: ":")) else { throw fault("there is no ':' after a name") }
            members.append(JSONValue.Member(name, try value()))
        } while passes(UInt8(ascii: ","))
        guard passes(UInt8(ascii: "}")) else { throw fault("there is neither ',' nor '}' after a member") }
        return members
    }

    private mutating func elements() throws(Fault) -> [JSONValue] {
        var elements: [JSONValue] = []
        if passes(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value()) } while passes(UInt8(ascii: ","))
        guard passes(UInt8(ascii: "]")) else { throw fault("there is neither ',' nor ']' after an element") }
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
