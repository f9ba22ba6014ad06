import Secrets
import Support
import Testing

@testable import Core

/// Tests values that are given directly on the command line.
struct PublicSourceTests {
    private final class TextOfAnOption: SecretSource {
        let description = "text"
        let isPublic = true
        func secret() throws(FedauthError) -> Secret { Secret("n33dle".utf8) }
    }

    @Test func noPasswordIsTakenFromThem() throws {
        var known = LoginCredentials.Known()
        known.fields = ["secret": TextOfAnOption()]
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(), reporter: RecordingReporter(),
            clock: TestClock())
        func question(_ role: LoginQuestion.Role) throws -> LoginQuestion {
            LoginQuestion(
                origin: try WebURL("https://idp.test").origin, role: role,
                field: FormField(kind: .password, name: "secret"))
        }
        let error = failure { _ = try answers.answer(question(.password)) }
        #expect(error?.code == .usage && error?.hint?.contains("'--field secret=file:PATH'") == true)
        for role in [LoginQuestion.Role.userName, .oneTimeCode, .other] {
            #expect(try answers.answer(question(role)).equals("n33dle"))
        }
    }
}
