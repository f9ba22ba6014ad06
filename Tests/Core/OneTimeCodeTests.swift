import Secrets
import Support
import Testing

@testable import Core

/// Tests how fields for one-time codes are filled, and what is said when a code is refused.
struct OneTimeCodeTests {
    /// Gives out numbered codes.
    private final class Codes: OneTimeCodeSource {
        var description = "totp:idp key"
        private(set) var used: [Int] = []

        func secret() throws(FedauthError) -> Secret { Secret("000".utf8) }

        func code(unlike used: [SharedSecret]) throws(FedauthError) -> Secret {
            self.used.append(used.count)
            return Secret("00\(used.count)".utf8)
        }
    }

    private let codes = Codes()
    private let reporter = RecordingReporter()

    private func answers(
        _ fields: [String: any SecretSource] = [:], canAsk: Bool = false, hasCodes: Bool = true,
        refusals: RefusedSecrets? = nil
    ) -> LoginCredentials {
        var known = LoginCredentials.Known()
        known.fields = fields
        known.oneTimeCodes = hasCodes ? codes : nil
        known.permits = { $0.host == "permitted" }
        return LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(["7"], canAsk: canAsk), reporter: reporter,
            clock: TestClock(), refusals: refusals)
    }

    private func ask(
        _ answers: LoginCredentials, at server: String = "https://idp/", name: String = "otp",
        as role: LoginQuestion.Role = .oneTimeCode
    ) throws -> String {
        let field = FormField(kind: .text, name: name)
        let answer = try answers.answer(LoginQuestion(origin: try WebURL(server).origin, role: role, field: field))
        return answer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func everyFieldForACodeIsFilledAndNoCodeIsSentTwiceToOneServer() throws {
        let answers = answers()
        #expect(try ask(answers, name: "otp") == "000")
        #expect(try ask(answers, name: "security_code") == "001")
        #expect(try ask(answers, at: "https://permitted/") == "000")
        #expect(codes.used == [0, 1, 0])
    }

    /// A server counts a code that it gets again as an attempt, whichever command sends it, and after a sign-in too.
    @Test func anotherCommandSendsTheNextCode() throws {
        let (store, clock) = (MemoryStore(), TestClock())
        func refusals() -> RefusedSecrets {
            RefusedSecrets(
                store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock, isSent: true)
        }
        func command() -> LoginCredentials { answers(refusals: refusals()) }
        let first = command()
        #expect(try ask(first) == "000" && ask(command()) == "001" && ask(first) == "002")
        refusals().forget("ada", at: try WebURL("https://idp/").origin)
        // Another entry may have the same key.
        codes.description = "totp:copy"
        #expect(try ask(command(), at: "https://other/") == "000" && ask(command()) == "003")
        clock.now = clock.now.adding(seconds: 24 * 3600)
        #expect(try ask(command()) == "000")
    }

    @Test func theFieldsOwnSourceComesFirst() throws {
        #expect(try ask(answers(["otp": FixedSource("5")])) == "5")
        #expect(codes.used.isEmpty)
    }

    @Test func otherFieldsGetNoCode() throws {
        #expect(failure { _ = try ask(answers(), as: .password) }?.code == .inputNeeded)
        let error = failure { _ = try ask(answers(hasCodes: false)) }
        #expect(error?.hint == "give it by --totp ENTRY or '--field otp=SOURCE', or sign in on a terminal")
    }

    private func refusal(_ roles: Set<LoginQuestion.Role>) throws -> LoginRefusal {
        LoginRefusal(origin: try WebURL("https://idp/").origin, roles: roles, complaint: "no", user: "ada", hint: nil)
    }

    @Test func aRefusedCodeIsCalledThat() throws {
        let answers = answers()
        _ = try ask(answers)
        let error = failure { try answers.reject(try refusal([.oneTimeCode])) }
        #expect(error?.code == .refused && error?.message == "'idp' refused the one-time code: no")
        #expect(
            error?.hint
                == "nothing was stored; check the key of the one-time code, the entry 'idp key', and the clock of this "
                + "machine; the current code is printed by: fedauth store get 'idp key' --code")
    }

    /// A key that is wrong, or a clock, makes each command send a wrong code, until the server locks the account.
    @Test(arguments: [[.oneTimeCode], [.password, .oneTimeCode]] as [Set<LoginQuestion.Role>])
    func aKeyWhoseCodesWereRefusedTwiceSendsNoneForAnHour(_ roles: Set<LoginQuestion.Role>) throws {
        let (store, clock) = (MemoryStore(), TestClock())
        func command(isSent: Bool = false) -> LoginCredentials {
            answers(
                refusals: RefusedSecrets(
                    store, ofCommand: .init(), hashing: ReadableHashing(), reporter: reporter, clock: clock,
                    isSent: isSent))
        }
        func isSent(_ command: LoginCredentials, refused: Bool = true) throws -> Bool {
            let error = failure { _ = try ask(command) }
            guard error == nil else {
                #expect(error?.code == .refused && error?.message.contains("did not take codes of this key") == true)
                return false
            }
            if refused { #expect(failure { try command.reject(try refusal(roles)) }?.code == .refused) }
            return true
        }
        #expect(try isSent(command()) && isSent(command()))
        #expect(try !isSent(command()))
        // Another key, a user who says so, and another time.
        codes.description = "totp:other"
        #expect(try isSent(command()))
        codes.description = "totp:idp key"
        #expect(try isSent(command(isSent: true)))
        clock.now = clock.now.adding(seconds: 3601)
        let last = command()
        #expect(try isSent(last, refused: false))
        try last.approve()
        #expect(try isSent(command()) && isSent(command()) && !isSent(command()))
    }

    @Test func aCodeBesideAPasswordMayNotBeTheCause() throws {
        let answers = answers(canAsk: false, hasCodes: false)
        let error = failure { try answers.reject(try refusal([.userName, .password, .oneTimeCode])) }
        #expect(error?.message == "'idp' refused the sign-in of 'ada': no")
        #expect(error?.hint?.contains("user name and password, and the key of the one-time code") == true)
    }

    @Test func aFieldThatNoPageHadIsNamed() throws {
        let answers = answers(["otp": FixedSource("5"), "code": FixedSource("6")])
        answers.signInFailed()
        #expect(reporter.said.isEmpty)
        _ = try ask(answers)
        answers.signInFailed()
        #expect(reporter.said.filter { !$0.hasPrefix("detail") } == ["no page had the field 'code' of '--field'"])
        reporter.said = []
        try answers.approve()
        #expect(reporter.said == ["no page had the field 'code' of '--field'"])
        try answers.approve(wereAsked: false)
        #expect(reporter.said.count == 1)
    }
}
