import Glibc
import Testing

@testable import CommandSupport

/// Tests that text of a server cannot control the terminal, and that programs get it unchanged.
struct ServerWordsTests {
    let home: Home

    init() throws { home = try Home() }

    private func screen(_ words: [String]) throws -> String {
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        return terminal.text
    }

    @Test func ofARequest() throws {
        let server = try BasicServer.start()
        let words = ["request", server.main + "/terminal", "--no-sign-in", "-i"]
        let screen = try screen(words)
        // The terminal itself adds carriage returns.
        let shown = String(String.UnicodeScalarView(screen.unicodeScalars.filter { $0 != "\r" }))
        for text in [
            "set-cookie: sid=?[2Jset; Path=/\n", "x-said: ?]0;said?\n",
            "?[31mred?]0;owned? back? ?2J turned?\\u{200B} end\n?1m\n",
        ] {
            #expect(shown.contains(text), "\(text.debugDescription) in \(shown.debugDescription)")
        }
        #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || (0x80..<0xA0).contains($0.value) })

        let exact =
            Array("\u{1B}[31mred\u{1B}]0;owned\u{7} back\u{8} \u{9B}2J turned\u{202E}\u{200B} end\r\n".utf8) + [0x9B]
        let piped = try home.fedauth(words)
        #expect(
            piped.output.firstRange(of: exact) != nil && piped.output.firstRange(of: Array("sid=\u{1B}[2J".utf8)) != nil
        )
        #expect(piped.output.firstRange(of: Array("x-said: \u{1B}]0;said\u{7}\r\n".utf8)) != nil)
        // curl's option that sends the text to a terminal in any case.
        let forced = try TerminalChild(Home.binary, words + ["--output", "-"], environment: home.environment)
        #expect(try forced.finish() == 0)
        #expect(forced.screen.firstRange(of: Array("\u{1B}[31mred".utf8)) != nil, "\(forced.text.debugDescription)")
        // A JSON object contains no control characters.
        let object = try home.fedauth(["request", server.main + "/terminal", "--no-sign-in", "--json"])
        #expect(object.text.contains(#"\u001b[2J"#) || object.text.contains(#"\u001b]0;said\u0007"#))
        #expect(
            !object.text.unicodeScalars.contains {
                $0 != "\n" && ($0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{200B}")
            })
    }

    /// A token and a cookie are text of a server too; a value that the user stored is not.
    @Test func ofASession() throws {
        var session = CraftedSession(cookies: [.init(name: "sid", value: "a\u{9B}2J\u{202E}b")])
        session.bearer = "t\u{9B}2J\u{202E}n"
        try home.keep(session)
        for words in [["token", "mail"], ["export-headers", "mail"], ["store", "get", "session/mail"]] {
            let shown = try screen(words)
            #expect(
                shown.contains("?2J?") && !shown.contains("\u{9B}") && !shown.contains("\u{202E}"), "\(words) \(shown)")
            #expect(try home.fedauth(words).text.contains("\u{9B}2J\u{202E}"), "\(words)")
        }
        #expect(try screen(["export-headers", "mail", "-o", "-"]).contains("sid=a\u{9B}2J\u{202E}b"))
        #expect(try home.fedauth("store", "put", "mine", input: "\u{1B}[1mbold").status == 0)
        #expect(try screen(["store", "get", "mine"]).contains("\u{1B}[1mbold"))
    }
}
