import Core
import Secrets
import Testing

struct TextTests {
    @Test func nothingMovesTheCursor() {
        #expect("a\u{1B}[2Jb\r\nc\u{202E}d\u{9B}e".printable == "a?[2Jb??c?d?e")
        #expect("  many \n\t words  ".folded() == "many words")
        #expect(String(repeating: "x", count: 500).folded(to: 10).count == 10)
        #expect(FedauthError(.other, "a\nb", hint: "c\u{0}d", causes: ["e\u{7}"]).hint == "c?d")
    }

    @Test func whatCannotBeSeenIsWrittenOut() {
        #expect("pay\u{200B}pal\u{FEFF}\u{AD}".printable == #"pay\u{200B}pal\u{FEFF}\u{AD}"#)
        #expect("a\u{E0041}\u{E007F}".printable == #"a\u{E0041}\u{E007F}"#)
        for filler in ["\u{3164}", "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{2800}", "\u{180E}", "\u{2060}", "\u{17B4}"] {
            #expect("a\(filler)b".printable.unicodeScalars.allSatisfy { $0.isASCII }, "\(filler.debugDescription)")
            #expect("a\(filler)b".folded().unicodeScalars.allSatisfy { $0.isASCII }, "\(filler.debugDescription)")
        }
        for turn in ["\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{61C}"] {
            #expect("a\(turn)b".printable == "a?b")
        }
        #expect("\u{2764}\u{FE0F} a\u{200D}b".printable == "\u{2764} ab")
        #expect("Zoë 日本語 שלום".printable == "Zoë 日本語 שלום")
    }

    /// Existing names must stay valid, and programs must find them by the name that they print.
    @Test func namesMayHoldWhatCannotBeSeen() throws {
        try StoreLimits.check(name: "\u{1F468}\u{200D}\u{1F469} \u{FEFF}")
        #expect("a\u{200D}b\u{9B}".withoutControls == "a\u{200D}b?")
        #expect(throws: FedauthError.self) { try StoreLimits.check(name: "a\u{202E}") }
    }

    @Test func aLineIsCutByColumnsAndBytes() {
        let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(marks.folded().utf8.count <= 800 && marks.folded().hasSuffix("…"))
        let wide = String(repeating: "語", count: 500).folded(to: 11)
        #expect(wide == "語語語語語…")
        #expect(String(repeating: "\u{200B}", count: 500).folded(to: 20) == #"\u{200B}\u{200B}…"#)
        #expect("exact".folded(to: 5) == "exact" && "exactly".folded(to: 5) == "exac…")
        #expect(" e\u{301} \u{200D} f ".folded() == "e\u{301} f")
        let error = FedauthError(.other, marks, hint: marks + marks, causes: [String(repeating: "x", count: 1 << 20)])
        for text in [error.message, error.hint ?? ""] + error.causes {
            #expect(text.utf8.count <= 32768 && text.hasSuffix("…"))
        }
    }

    /// KELVIN SIGN is `k` in lower case, and canonically equal to `K`.
    @Test func onlyLettersOfASCIIChangeTheirCase() {
        #expect("SET-Coo\u{212A}ie".asciiLowercased.utf8.elementsEqual("set-coo\u{212A}ie".utf8))
        #expect("AZ[@`az{Ä".asciiLowercased == "az[@`az{Ä")
        #expect(MediaType("text/mar\u{212A}down").essence != "text/markdown")
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{0}\u{ff}ü"])
    func base64ComesBack(_ text: String) {
        let secret = SharedSecret(text: text)
        #expect(Base64.decode(Base64.encode(secret)) == secret)
    }

    @Test func base64IsReadAsItIsSent() {
        #expect(Base64.encode(SharedSecret(text: "foob")).equals("Zm9vYg=="))
        #expect(Base64.decode(SharedSecret(text: "Zm9v\r\n Yg=="))?.equals("foob") == true)
        #expect(Base64.decode(SharedSecret(text: "Zm9vYg"))?.equals("foob") == true)
        for bad in ["Z", "Zm9v!", "Zg==Zg", "Zg==="] {
            #expect(Base64.decode(SharedSecret(text: bad)) == nil, "\(bad)")
        }
    }

    @Test func findsWhatWasMeant() {
        #expect(SpellingSuggestion.best("finsh", among: ["finish", "field", "user"]) == "finish")
        #expect(SpellingSuggestion.best("ptu", among: ["get", "put", "list"]) == "put")
        #expect(SpellingSuggestion.best("zzz", among: ["finish", "field", "user"]) == nil)
    }

    @Test func readsMediaTypes() {
        #expect(MediaType("Text/HTML; Charset=\"UTF-8\"").charset == "UTF-8")
        #expect(MediaType("text/html;charset=iso-8859-1").isHTML)
        #expect(MediaType("").essence == "")
        #expect(!MediaType("application/json").isHTML)
    }

    @Test(arguments: ["", "-x", ".x", "a b", "a/b", "ü", String(repeating: "x", count: 65)])
    func refusesNamesThatAreNoProfiles(_ name: String) {
        #expect(throws: FedauthError.self) { try Profile.check(name: name) }
    }
}
