import Core
import Secrets
import Testing

struct TerminalTextTests {
    private func shown(_ pieces: [[UInt8]]) -> String {
        var text = TerminalText()
        var out = Secret()
        for piece in pieces { piece.withUnsafeBytes { text.append($0, to: &out) } }
        text.finish(to: &out)
        return out.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private let words =
        Array(
            "a\u{1B}[2Jb\r\nc\td\u{9B}31me\rf\u{202E}g\u{200B}h \u{1F468}\u{200D}\u{1F469} 日本\u{0}\u{8}\u{7F}".utf8) + [
            0x9B, 0xE6, 0x97,
        ]
        + Array("ü\r".utf8)
    private let clean = "a?[2Jb\r\nc\td?31me?f?g\\u{200B}h \u{1F468}\u{1F469} 日本?????ü?"

    @Test func nothingMovesTheCursor() {
        #expect(shown([words]) == clean)
        #expect(shown([]).isEmpty)
    }

    /// The result does not depend on the pieces of a stream.
    @Test func piecesMakeNoDifference() {
        for first in 0...words.count {
            #expect(shown([Array(words[..<first]), Array(words[first...])]) == clean, "\(first)")
        }
        #expect(shown(words.map { [$0] }) == clean)
    }
}
