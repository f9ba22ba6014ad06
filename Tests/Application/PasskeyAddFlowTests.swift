import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests how the window ends in which passkeys are made.
struct PasskeyAddFlowTests {
    private let world = FakeWorld()
    private static let page = "https://account.example.org/security"

    private func add(session: String? = nil) throws -> [StoredPasskey] {
        try PasskeyAddFlow(world.services).run(address: Self.page, session: session)
    }

    private func make() throws(FedauthError) {
        try world.madePasskeys?.add(
            Passkey(
                relyingParty: "example.org", credentialID: [1], privateKey: SharedSecret(text: "key"), userName: "ada"))
    }

    private func ending(_ error: FedauthError, makesPasskey: Bool) {
        world.presenter.show = { (_) throws(FedauthError) in
            if makesPasskey { try make() }
            throw error
        }
    }

    @Test func aWindowThatIsClosedAfterwardsIsTheEnd() throws {
        ending(FedauthError(.cancelled, "the browser's window was closed"), makesPasskey: true)
        let made = try add()
        #expect(made.map(\.entry.name) == ["passkey/example.org#ada"])
        #expect(made.first?.passkey.relyingParty == "example.org")
        let request = try #require(world.presenter.asked.first)
        #expect(request.start.url.description == Self.page && request.jar.isEmpty)
        #expect(world.reporter.said.contains { $0.contains("is stored as 'passkey/example.org#ada'") })
    }

    @Test func aWindowThatIsClosedBeforeIsCancelled() throws {
        ending(FedauthError(.cancelled, "the browser's window was closed"), makesPasskey: false)
        let error = #expect(throws: FedauthError.self) { try add() }
        #expect(error?.code == .cancelled && error?.message.contains("no passkey was made") == true)
    }

    @Test func aFailureAfterwardsLosesNothing() throws {
        ending(FedauthError(.timedOut, "timed out after 300 s"), makesPasskey: true)
        #expect(try add().count == 1)
        #expect(world.reporter.said.contains { $0.contains("timed out after 300 s") })
    }

    @Test func aLoginPageWithoutAWindowSaysWhatToDo() throws {
        ending(FedauthError(.inputNeeded, "'account.example.org' asks for 'Password'"), makesPasskey: false)
        let error = #expect(throws: FedauthError.self) { try add() }
        #expect(error?.code == .inputNeeded && error?.hint?.contains("name a session") == true)
    }

    @Test func theWindowBeginsWithTheCookiesOfTheSession() throws {
        _ = try world.session("mail")
        ending(FedauthError(.cancelled, "the browser's window was closed"), makesPasskey: true)
        _ = try add(session: "mail")
        #expect(world.presenter.asked.first?.jar.cookies.map(\.name) == ["sid"])
        let error = #expect(throws: FedauthError.self) { try add(session: "none") }
        #expect(error?.code == .notFound)
    }
}
