import Secrets
import Support
import Testing

@testable import Core

/// Tests what a provider is told that keeps an identity, and its answers.
struct ProviderStorageTests {
    private let clock = TestClock()
    private let reporter = RecordingReporter()

    private func store(_ program: ScriptedProvider) throws {
        let identity = Identity(
            name: "who", certificates: [[1]], key: .pkcs8(SharedSecret(text: "key")),
            origins: [try WebURL("https://api.example.org/").origin], source: "EST", imported: clock.now,
            expires: Timestamp(seconds: 4_000_000_000), subject: "CN=ada")
        let storage = ProviderStorage(
            program, isInteractive: false, reporter: reporter, clock: LimitedClock(clock, seconds: 9))
        try storage.store(identity, file: SharedSecret(text: "file"), password: SharedSecret(text: "pw"))
    }

    @Test func itGetsFileAndPasswordOnItsInput() throws {
        let program = ScriptedProvider([#"{"type":"progress","message":"writing"}"#, #"{"type":"stored"}"#])
        try store(program)
        #expect(program.arguments == [["store", "who"]] && program.ended == 1)
        let told = try #require(program.received.first)
        #expect(told["version"]?.integer == 1 && told["kind"]?.text == "store" && told["name"]?.text == "who")
        #expect(told["subject"]?.text == "CN=ada" && told["expires"]?.integer == 4_000_000_000)
        #expect(told["origins"]?.elements?.map(\.text) == ["https://api.example.org"])
        #expect(told["pkcs12"]?.text == "ZmlsZQ==" && told["password"]?.text == "pw")
        #expect(told["interactive"]?.bool == false && told["timeoutSeconds"]?.integer == 9)
        #expect(reporter.said.contains("./mine: writing"))
    }

    @Test func thePasswordIsMaskedInWhatItSays() throws {
        try store(ScriptedProvider([#"{"type":"stored"}"#]))
        #expect(reporter.masked == [SharedSecret(text: "pw")])
    }

    @Test(arguments: [
        (#"{"type":"none"}"#, "provider-failed", "'./mine' keeps no certificates"),
        (#"{"type":"certificate","file":"x"}"#, "provider-failed", "was asked to keep a certificate, and gave one"),
        (#"{"type":"cancel"}"#, "cancelled", "'./mine' cancelled: it has not kept the certificate"),
        (#"{"type":"error","code":"store-locked","message":"no card"}"#, "store-locked", "'./mine': no card"),
        (#"{"type":"later"}"#, "provider-failed", "'./mine' ended with status 7, and gave no answer"),
    ])
    func anyOtherAnswerIsAnError(_ line: String, _ code: String, _ message: String) {
        let program = ScriptedProvider([line])
        let error = failure { try store(program) }
        #expect(error?.code.name == code && error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(program.ended == 1)
    }
}
