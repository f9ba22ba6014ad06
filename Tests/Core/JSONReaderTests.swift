import Core
import Secrets
import Support
import Testing

struct JSONReaderTests {
    private func parse(_ text: String, _ limits: JSONReader.Limits = .init()) throws -> JSONValue {
        try JSONReader.parse(SharedSecret(text: text), limits: limits)
    }

    private func string(_ text: String) -> JSONValue { .string(SharedSecret(text: text)) }

    @Test func readsEveryKindOfValue() throws {
        let value = try parse(#" {"a": [null, true, false, -0.5e+10, "x", {}, []], "b" : "" }"# + "\r\n\t")
        #expect(
            value
                == .object([
                    .init(
                        "a",
                        .array([
                            .null, .bool(true), .bool(false), .number("-0.5e+10"), string("x"), .object([]), .array([]),
                        ])),
                    .init("b", string("")),
                ]))
        #expect(value["a"]?.elements?.count == 7 && value["b"]?.secret?.isEmpty == true && value["c"] == nil)
        #expect(value["a"]?.elements?[1].bool == true && value["a"]?.elements?[0].isNull == true)
    }

    @Test(arguments: [
        ("\"\"", ""), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\0"), ("\"é€😀\"", "é€😀"), ("\"\u{7F}\"", "\u{7F}"),
    ])
    func resolvesEscapes(_ text: String, _ wanted: String) throws {
        #expect(try parse(text).secret?.equals(wanted) == true)
        #expect(try parse("{\(text):1}").members?.first?.name == wanted)
    }

    /// Titles of pages are cut anywhere, and the browser shows a sign in place of what is left of a character.
    @Test(arguments: [
        (#""\ud83d""#, "\u{FFFD}"), (#""a\ude00b""#, "a\u{FFFD}b"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d\n""#, "\u{FFFD}\n"),
    ])
    func halvesAreReadAsABrowserShowsThem(_ text: String, _ wanted: String) throws {
        var limits = JSONReader.Limits()
        limits.takesHalves = true
        #expect(try parse(text, limits).secret?.equals(wanted) == true)
    }

    @Test(arguments: ["0", "-0", "10", "1.5", "1e5", "1E-5", "123456789012345678901234567890"])
    func keepsNumbersAsTheyAreWritten(_ text: String) throws {
        #expect(try parse(text) == .number(text))
    }

    @Test func wholeNumbersAreNumbers() throws {
        #expect(try parse("9223372036854775807").integer == .max)
        #expect(try parse("9223372036854775808").integer == nil)
        #expect(try parse("1.0").integer == nil && parse("\"1\"").integer == nil)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
        "{'a':1}", "{\"a\":1 \"b\":2}", "{1:2}", "nul", "nullx", "True", "NaN", "Infinity", "+1", "01", "-01", "-",
        "1.",
        ".5", "1e", "1e+", "0x1", "1 2", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u\"", "\"\\u12\"",
        "\"\\u12g4\"",
        #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83dA""#, #""\ud83d\ud83d""#, #""\ud83d\u""#,
        "\"a\nb\"", "\"a\tb\"", "\"a\u{0}b\"", "\u{FEFF}1", "1\u{0}", "[]//x", "/**/1", "\u{A0}1", "\u{C}1",
        "{\"a\":1,\"a\":2}", #"{"a":1,"\u0061":2}"#, "[1]]",
    ])
    func refusesWhatIsNoJSON(_ text: String) throws {
        let error = try #require(throws: FedauthError.self) { try parse(text) }
        #expect(error.code == .badAnswer && error.message.hasPrefix("the answer is not JSON: "), "\(error)")
    }

    @Test func refusesWhatIsNotUTF8() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2],
        ] {
            #expect(throws: FedauthError.self) { try JSONReader.parse(SharedSecret(Secret(bytes))) }
        }
    }

    @Test func hasLimits() throws {
        var limits = JSONReader.Limits()
        limits.depth = 3
        #expect(throws: Never.self) { try parse("[[[1]]]", limits) }
        #expect(throws: FedauthError.self) { try parse("[[[[]]]]", limits) }
        limits.strings = 2
        #expect(throws: Never.self) { try parse(#"["a","b",1]"#, limits) }
        #expect(throws: FedauthError.self) { try parse(#"["a","b","c"]"#, limits) }
        limits.values = 3
        #expect(throws: FedauthError.self) { try parse("[1,2,3]", limits) }
        limits.bytes = 4
        #expect(throws: FedauthError.self) { try parse("12345", limits) }
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(throws: FedauthError.self) { try parse(deep) }
    }

    @Test func saysWhatWasWrongAndNothingOfWhatWasRead() throws {
        let error = try #require(throws: FedauthError.self) {
            try JSONReader.parse(SharedSecret(text: #"{"Secret":"hunter2" "x"}"#), of: "'stdin'", failure: .usage)
        }
        #expect(
            error.code == .usage
                && error.message == "'stdin' is not JSON: there is neither ',' nor '}' after a member, at byte 20")
        #expect(!"\(try parse(#"["hunter2"]"#))".contains("hunter2"))
    }
}

/// Tests randomly damaged JSON: it is rejected, or its output parses to the same value again.
struct SpoiltJSONTests {
    private static let texts = [
        #"{"ServerURL":"https://registry.example.org/v1/","Username":"ada","Secret":"pa\u00dfw\"ort\ud83d\ude00"}"#,
        #"[1,-2.5e10,true,false,null,"",{"a":{"b":[[],{}]}}]"#, "\"\\\\\\/\\b\\f\\n\\r\\t\"", " \t\r\n0 ",
    ]
    private static let words = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\u0000", "\\\"", "null", "1e9", "-", "0", "/*",
        "\u{FEFF}",
        String(repeating: "[", count: 70),
    ]

    @Test(arguments: 0..<60 as Range<UInt64>)
    func meansOneThing(_ seed: UInt64) throws {
        var mutator = Mutator(seed: seed, words: Self.words)
        for _ in 0..<200 {
            let bytes = mutator.spoil(mutator.pick(Self.texts))
            do {
                let value = try JSONReader.parse(SharedSecret(Secret(bytes)))
                var text = Secret()
                write(value, to: &text)
                #expect(try JSONReader.parse(SharedSecret(text)) == value)
            } catch {
                #expect(error.code == .badAnswer && error.message.count < 200)
            }
        }
    }

    /// Every truncated object is rejected.
    @Test func noCutIsTaken() {
        let bytes = Array(Self.texts[0].utf8)
        for length in 0..<bytes.count {
            #expect(throws: FedauthError.self) { try JSONReader.parse(SharedSecret(Secret(bytes[..<length]))) }
        }
    }

    private func write(_ value: JSONValue, to out: inout Secret) {
        switch value {
        case .null: out.append("null")
        case .bool(let flag): out.append(flag ? "true" : "false")
        case .number(let text): out.append(text)
        case .string(let secret): write(secret, to: &out)
        case .array(let elements):
            out.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(",") }
                write(element, to: &out)
            }
            out.append("]")
        case .object(let members):
            out.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(",") }
                write(SharedSecret(text: member.name), to: &out)
                out.append(":")
                write(member.value, to: &out)
            }
            out.append("}")
        }
    }

    private func write(_ secret: SharedSecret, to out: inout Secret) {
        out.append("\"")
        secret.withBytes { bytes in
            for byte in bytes {
                switch byte {
                case 0x22, 0x5C:
                    out.append(0x5C as UInt8)
                    out.append(byte)
                case 0..<0x20: out.append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
                default: out.append(byte)
                }
            }
        }
        out.append("\"")
    }
}
