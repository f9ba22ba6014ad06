import Testing

@testable import CLI

/// Tests what keys do to a line, and how it is drawn.
struct LineEditorTests {
    private func edited(_ typed: String, room: Int = 40) -> (line: String, last: LineEditor.Result) {
        var editor = LineEditor(room: room)
        var last = LineEditor.Result.going
        for byte in typed.utf8 { last = editor.take(byte) }
        return (editor.line, last)
    }

    @Test(arguments: [
        ("ada", "ada"), ("ada\u{1B}[D\u{1B}[Dx", "axda"), ("da\u{1}a", "ada"), ("da\u{1B}[Ha", "ada"),
        ("da\u{1B}[1~a", "ada"), ("da\u{1B}OHa", "ada"), ("ad\u{1}\u{5}a", "ada"), ("ad\u{1}\u{1B}[Fa", "ada"),
        ("ad\u{1}\u{1B}[4~a", "ada"), ("adax\u{7F}", "ada"), ("adax\u{8}", "ada"), ("xada\u{1}\u{4}", "ada"),
        ("xada\u{1}\u{1B}[3~", "ada"), ("ada x\u{2}\u{B}\u{8}", "ada"), ("x\u{15}ada", "ada"), ("a b\u{17}c", "a c"),
        ("a  \u{17}c", "c"), ("ada\u{15}x\u{19}", "x"), ("a\u{2}\u{2}b\u{6}\u{6}c", "bac"),
        ("a\u{7}\u{0}\tb", "ab"),
        ("a\u{1B}[15~b", "ab"), ("a\u{1B}[1;5Cb", "ab"), ("a\u{1B}xb", "ab"), ("a\u{1B}[A\u{1B}[Bb", "ab"),
        ("äö\u{7F}", "ä"), ("日本\u{1B}[Dx", "日x本"), ("e\u{301}\u{7F}", ""), ("a\u{9B}b\u{85}", "ab"),
        ("\u{7F}\u{4}", ""),
    ]) func keysEditALine(_ typed: String, _ line: String) { #expect(edited(typed).line == line) }

    @Test func aLineEnds() {
        #expect(edited("ada\n").last == .finished && edited("ada\r").last == .finished)
        #expect(edited("\u{4}").last == .ended && edited("a\u{4}").last == .going)
    }

    @Test func bytesThatAreNoTextAreLeftOut() {
        var editor = LineEditor(room: 40)
        for byte in [0x61, 0xFF, 0xC3, 0x62, 0x80, 0xF0, 0x9F, 0x98, 0x63] as [UInt8] { _ = editor.take(byte) }
        #expect(editor.line == "abc")
    }

    /// What a terminal with these columns shows stays on one line, and the cursor is where the next letter goes.
    @Test func aLongLineIsScrolled() {
        var editor = LineEditor(room: 10)
        var (screen, column) = ("", 0)
        func draw(_ text: String) {
            // Cursor left, text, erase to the end, cursor left: all that is used.
            for part in text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
                var rest = Substring(part.element)
                if part.offset > 0, let end = rest.firstIndex(where: { $0 == "D" || $0 == "K" }) {
                    if rest[end] == "D" {
                        column -= Int(rest[..<end]) ?? 0
                    } else {
                        screen = String(screen.prefix(column))
                    }
                    rest = rest[rest.index(after: end)...]
                }
                screen = String(screen.prefix(column) + rest + screen.dropFirst(column + rest.count))
                column += rest.count
            }
        }
        for byte in "abcdefghijklmno".utf8 {
            _ = editor.take(byte)
            draw(editor.drawing())
            #expect(screen.count <= 10 && column <= 10)
        }
        #expect(screen == "fghijklmno" && column == 10)
        for byte in "\u{1}".utf8 { _ = editor.take(byte) }
        draw(editor.drawing())
        #expect(screen == "abcdefghij" && column == 0)
        for byte in "X\u{1B}[C\u{1B}[C".utf8 { _ = editor.take(byte) }
        draw(editor.drawing())
        #expect(screen == "Xabcdefghi" && column == 3)
    }
}
