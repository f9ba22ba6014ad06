@testable import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests the variables that a command of `exec` gets under names of the caller's choice.
struct CommandVariableTests {
    private let world = FakeWorld()

    private func value(_ text: String, of session: Session?) throws -> String {
        try CommandVariable(text).value(of: session, world.services).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func eachSourceHasItsValue() throws {
        try world.store.put(StoreDraft(name: "npm/token", value: SharedSecret(text: "s3cret\n")))
        let session = try world.session("mail") { session in
            session.token = SessionToken(kind: .bearer, value: SharedSecret(text: "t0ken"))
        }
        #expect(try value("A=store:npm/token", of: nil) == "s3cret")
        #expect(try value("A=token", of: session) == "t0ken")
        #expect(try value("A=cookie:sid", of: session) == "1")
        for text in ["A=store:none", "A=cookie:none"] {
            #expect(failure { _ = try value(text, of: session) }?.code == .notFound, "\(text)")
        }
        #expect(failure { _ = try value("A=token", of: nil) }?.code == .notFound)
    }

    @Test(arguments: [
        "A", "A=", "A=text:x", "=token", "1A=token", "A-B=token", "A=store:", "A=tokens", "FEDAUTH_TOKEN=token",
        "Ä=token",
    ])
    func anythingElseIsAMistake(_ text: String) {
        #expect(failure { _ = try CommandVariable(text) }?.code == .usage)
    }

    @Test func aMistakeRepeatsNoValue() {
        let error = failure { _ = try CommandVariable("TOKEN=hunter2") }
        #expect(error?.message.contains("TOKEN") == true && error?.message.contains("hunter2") == false)
    }

    private func plan(_ change: (inout ExecSettings) -> Void) throws -> [String] {
        var settings = ExecSettings()
        change(&settings)
        return try ExecFlow(world.services, settings).plan().map { "\($0.name) \($0.holds)" }
    }

    @Test func aPlanHasNamesAndNoValues() throws {
        #expect(try plan { $0.variables = ["A=store:npm/token"] } == ["A store:npm/token"])
        try world.session("mail") { session in
            session.result = .token
            session.token = SessionToken(kind: .bearer, value: SharedSecret(text: "t0ken"))
        }
        let names = ["FEDAUTH_TOKEN", "FEDAUTH_URL", "FEDAUTH_PROFILE", "FEDAUTH_EXPIRES"]
        let whole = try plan { settings in
            settings.profile = "mail"
            settings.variables = ["A=token"]
        }
        #expect(whole == names.map { "\($0) session 'mail'" } + ["A token"])
        world.profile("none", ["method": "saml", "authorization-url": "https://id.example.org/"])
        #expect(try plan { $0.profile = "none" }.first == "FEDAUTH_COOKIES session")
        #expect(world.chosenPresenters.isEmpty)
    }

    /// The plan ends as the command would.
    @Test func aPlanForNothingIsAnError() throws {
        #expect(failure { _ = try plan { $0.profile = "nosuch" } }?.code == .notFound)
        #expect(failure { _ = try plan { $0.usesFile = true } }?.code == .usage)
        try world.session("mail")
        #expect(failure { _ = try plan { $0.usesFile = true } }?.code == .usage)
    }

    @Test func noVariableHoldsANUL() throws {
        try world.store.put(StoreDraft(name: "nul", value: SharedSecret(text: "a\0b")))
        #expect(failure { _ = try value("A=store:nul", of: nil) }?.code == .usage)
    }
}
