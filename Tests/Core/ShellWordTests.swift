import Support
import Testing

@testable import Core

/// Tests the words of command lines that are shown for the user to type.
@Suite struct ShellWordTests {
    @Test(arguments: [
        ("ada", "ada"), ("a/../b c", "'a/../b c'"), ("", "''"), ("-x", "-- -x"), ("-x y", "-- '-x y'"),
        ("it's", #"'it'\''s'"#), ("$(id)", "'$(id)'"), ("größe", "größe"), ("a\nb", "'a?b'"), ("~", "'~'"),
    ])
    func asItIsTyped(text: String, word: String) {
        #expect(text.shellWord == word)
    }

    /// A page chooses the names of its fields, and a server its addresses: what is copied from a hint runs nothing of it.
    @Test func theWordsOfAServerStayWords() throws {
        let field = FormField(kind: .text, name: "a$(id)';id;'")
        let quoted = #"--field 'a$(id)'\'';id;'\''=SOURCE'"#
        #expect(field.option("SOURCE") == quoted)
        #expect(FormField(kind: .text, name: "otp").option("SOURCE") == "'--field otp=SOURCE'")
        #expect(try WebURL("https://h/$(id);a").finishOption == "--finish 'https://h/$(id);a'")
        #expect(try WebURL("https://h/a").finishOption == "'--finish https://h/a'")
        let answers = LoginCredentials(
            known: LoginCredentials.Known(), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(), clock: TestClock())
        let error = failure {
            _ = try answers.answer(LoginQuestion(origin: try WebURL("https://h/").origin, role: .other, field: field))
        }
        #expect(error?.hint == "give it by \(quoted), or sign in on a terminal")
        // A redirect that takes content on.
        let web = RequestWeb()
        web.answer = { _ in RequestWeb.Answer(status: 307, headers: [("location", "https://evil/$(id);a")]) }
        var options = RequestFlow.Options()
        options.followsRedirects = true
        var jar = CookieJar()
        let refused = failure {
            _ = try RequestFlow(
                UserAgent(web, clock: TestClock()), answerers: [], options: options, reporter: RecordingReporter()
            ).run(Request("POST", try WebURL("https://h/x")), jar: &jar, streams: ContentStreams()) {
                Deadline(seconds: 60, from: TestClock())
            }
        }
        #expect(refused?.hint?.hasSuffix("send it to 'https://evil/$(id);a'") == true, "\(refused?.hint ?? "")")
    }
}
