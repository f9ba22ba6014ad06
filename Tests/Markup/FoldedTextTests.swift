import Testing

@testable import Markup

struct FoldedTextTests {
    @Test(arguments: [
        ("Error", "Wrong password", "Error: Wrong password"), ("Error!", "Wrong password", "Error! Wrong password"),
        ("Error:", "Wrong password", "Error: Wrong password"), ("", "Wrong password", "Wrong password"),
        ("Error", "", "Error"),
    ])
    func aHeadingIsSeparated(_ heading: String, _ rest: String, _ text: String) {
        let folded = FoldedText(limit: 100)
        folded.append(heading)
        folded.breakWord()
        folded.endHeading()
        folded.append(" " + rest)
        #expect(folded.text == text)
    }

    private func folded(_ parts: [String], limit: Int = 20, marksCut: Bool = false) -> String {
        let text = FoldedText(limit: limit, marksCut: marksCut)
        for part in parts { text.append(part) }
        return text.text
    }

    /// Unicode's own table of white space, code point by code point.
    @Test func whiteSpaceIsUnicodes() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            let length = bytes.withUnsafeBytes { $0.blankLength(at: 0) }
            if length != (scalar.properties.isWhitespace ? bytes.count : 0) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func whiteSpaceIsFolded() {
        #expect(folded([" a\u{a0}\n b", "c ", "\u{2003}d\u{3000}"]) == "a bc d")
        #expect(folded(["", " ", "\t"]) == "")
        #expect(folded(["f\u{fc}r ", "\u{e2}\u{4e00}x"]) == "f\u{fc}r \u{e2}\u{4e00}x")
    }

    @Test func codePointsAreLimited() {
        #expect(folded(["abcdef"], limit: 3) == "abc")
        #expect(folded(["ab cd"], limit: 3) == "ab ")
        #expect(folded(["a", "\u{301}\u{301}\u{301}"], limit: 3) == "a\u{301}\u{301}")
        #expect(folded(["abc", "  "], limit: 3, marksCut: true) == "abc")
        #expect(folded(["abc", " d", "e"], limit: 3, marksCut: true) == "abc\u{2026}")
        #expect(folded(["abcd", "e"], limit: 3, marksCut: true) == "abc\u{2026}")
    }

    @Test func aBoundarySeparatesWords() {
        let text = FoldedText(limit: 20)
        text.append("a")
        text.breakWord()
        text.append("b")
        #expect(text.text == "a b")
        text.restart()
        text.append("c")
        #expect(text.text == "c")
    }
}
