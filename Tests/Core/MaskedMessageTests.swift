import Secrets
import Support
import Testing

@testable import Core

/// Tests the masking of the user's secrets in messages.
struct MaskedMessageTests {
    private func masked(_ message: String, _ secrets: String...) -> String {
        let known = KnownSecrets()
        for secret in secrets { known.learn(Secret(secret.utf8)) }
        return known.masked(message)
    }

    @Test func theyAreMasked() {
        #expect(masked("'s3cret!' is wrong; try s3cret! again", "s3cret!") == "'***' is wrong; try *** again")
        #expect(masked("two: pa55word, 123456", "pa55word", "123456") == "two: ***, ***")
        #expect(masked("c2VjcmV0LTEyMzQ1 and secret%2D12345", "secret-12345") == "*** and ***")
        #expect(masked("correcthorsebattery", "correcthorsebattery") == "***")
        // The text of a server is truncated to the length of a message.
        #expect(masked("it was secret-1…", "secret-12345") == "it was ***…")
    }

    /// Each writes the secret with other blanks, letters and marks than the message does.
    @Test(
        arguments: [
            ("corr\u{A0}ecthorse9", "corr ecthorse9"), ("corr ecthorse9", "corr\u{A0}ecthorse9"),
            ("corr\u{2003}\u{A0}ect horse9", "corr ect\u{3000}horse9"), ("hun\u{AD}ter2-secret", "hunter2-secret"),
            ("hunter2-secret", "hun\u{AD}ter2-\u{200B}secret"), ("hunter2-secret", "hun\u{200D}ter2-\u{2060}secret"),
            ("hunter\u{FF12}-secret", "hunter2-secret"), ("hunter2-secret", "\u{FF48}unter2-secret"),
            ("p\u{E4}ssw\u{F6}rd", "pa\u{308}sswo\u{308}rd"), ("pa\u{308}sswo\u{308}rd", "p\u{E4}ssw\u{F6}rd"),
            ("hunter2\u{FEFF}-secret", "hunter2-secret"), ("12\u{A0}34\u{A0}56", "12 34 56"),
            ("hunter2-secret", "hunter2- secret"), ("correct  horse9", "correcthorse9"),
        ])
    func whatLooksAlikeIsMasked(_ secret: String, _ shown: String) {
        for text in [shown, shown.printable, shown.folded()] {
            #expect(
                masked("it says: '\(text)' is wrong", secret) == "it says: '***' is wrong", "\(text.debugDescription)")
        }
        #expect(masked("a \u{A0}b \u{200B}c", secret) == "a \u{A0}b \u{200B}c")
    }

    /// A server repeats what it got, whether the user gave it, the store has it or another server made it.
    @Test func whatWasSentIsMasked() throws {
        let (known, web) = (KnownSecrets(), ScriptedWeb())
        try web.on("POST", "https://h.test/token?code=c0de-in-4ddress", page: "")
        let secrets = [
            "t0ken-value-123", "c00kie-value-456", "rt-0123456789", "verif1er-0123456789", "own-f1eld-value",
            "c0de-in-4ddress",
        ]
        _ = try MaskingTransport(web, known: known).send(
            Request(
                "POST", WebURL("https://h.test/token?code=c0de-in-4ddress"),
                headers: [
                    .init("Authorization", "Bearer t0ken-value-123"),
                    .init("Cookie", "sid=c00kie-value-456; lang=en-US"),
                    .init("X-Own", "own-f1eld-value"), .init("Content-Type", "application/x-www-form-urlencoded"),
                ],
                body: SharedSecret(
                    text:
                        "grant_type=refresh_token&client_id=cli&refresh_token=rt-0123456789&code_verifier=verif1er-0123456789"
                )),
            maximumBodyBytes: 1000, deadline: Deadline(seconds: 5, from: TestClock()))
        for secret in secrets { #expect(known.masked("it says: '\(secret)' is wrong") == "it says: '***' is wrong") }
        let words = "'https://h.test/token' refused the refresh_token of cli, en-US"
        #expect(known.masked(words) == words)
        known.forget()
        #expect(known.masked(secrets[0]) == secrets[0])
    }

    @Test func eachOfManyIsMasked() {
        let known = KnownSecrets()
        for number in 0..<100 { known.learn(Secret("secret-number-\(number)!".utf8)) }
        #expect(known.masked("secret-number-0!, secret-number-99!") == "***, ***")
        // Adjacent ones become one mark.
        #expect(known.masked("secret-number-0! secret-number-99!") == "***")
    }

    @Test func nothingIsShownBehindTheBeginningOfALongOne() {
        let token = (0..<100).map { "t\($0)." }.joined()
        #expect(masked("you said \(token) and more", token) == "you said ***")
        #expect(masked("you said \(token.prefix(100))…", token) == "you said ***…")
    }

    /// Blanks before a secret are folded in a message, so that more of the text gets into it.
    @Test(arguments: 1995...2005) func aTextIsNotCutWithinASecretThatItShows(_ start: Int) {
        let text = String(repeating: " ", count: start - 12) + "sécret-12345 is wrong"
        let shown = SharedSecret(text: text).withBytes { ServerText.beginning(of: $0) }.folded()
        #expect(!masked(shown, "sécret-12345").contains("cret"), "\(shown)")
    }

    /// A secret that is also a word of messages is not masked, because the mask would reveal it.
    @Test func wordsAndShortSecretsAreLeft() {
        #expect(masked("the password was refused", "password", "refused") == "the password was refused")
        #expect(masked("status 401", "401") == "status 401")
        #expect(masked("nothing is known") == "nothing is known")
    }

    @Test func whatIsForgottenIsNotMasked() {
        let known = KnownSecrets()
        known.learn(Secret("s3cret!".utf8))
        known.forget()
        #expect(known.masked("s3cret!") == "s3cret!")
    }

    /// A sign-in reports every secret that it sends to its reporter, from any source.
    @Test func storedAndGivenPasswordsAreReported() throws {
        final class Masking: Reporter {
            var secrets: [SharedSecret] = []
            func note(_ text: String) {}
            func warning(_ text: String) {}
            func detail(_ text: String) {}
            func stillWaiting() {}
            func waitIsOver() {}
            func mask(_ secret: SharedSecret) { secrets.append(secret) }
        }
        let reporter = Masking()
        var known = HTTPCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("s3cret!")
        let url = try WebURL("https://sp.example/")
        let credentials = HTTPCredentials(
            known: known, for: NamedOrigins([url]), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: reporter, clock: TestClock())
        _ = try credentials.answer(for: ProtectionSpace(url.origin, realm: "x"))
        #expect(reporter.secrets == [SharedSecret(text: "s3cret!")])
    }
}
