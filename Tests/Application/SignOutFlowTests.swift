import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests the branches of a sign-out that need neither a process nor a real server.
struct SignOutFlowTests {
    private let world = FakeWorld()

    private func signOut(_ word: String? = nil, all: Bool = false) throws -> SignOutFlow.Outcome {
        try SignOutFlow(world.services).run(word, all: all)
    }

    private func withLogout(_ session: inout Session) {
        session.logouts = [try? WebURL("https://service.example.org/logout")].compactMap { $0 }
            .map { Session.Logout(url: $0, isPost: false) }
    }

    @Test func withoutASessionThereIsNothingToSignOutOf() {
        #expect(failure { _ = try signOut() }?.code == .notFound)
        #expect(world.web.asked.isEmpty)
    }

    @Test func aSessionWithoutASignOutAddressIsWipedHere() throws {
        try world.session("mail")
        let outcome = try signOut("mail")
        #expect(outcome.results.map(\.profile) == ["mail"] && outcome.results.map(\.revoked) == [nil])
        #expect(outcome.failure == nil)
        #expect(try world.stored("mail") == nil)
        #expect(world.removedCookieFiles == ["mail"])
        #expect(world.reporter.said.first?.contains("no sign-out address is known") == true)
        #expect(world.web.asked.isEmpty)
    }

    @Test func theServerConfirms() throws {
        try world.session("mail", withLogout)
        try world.web.on("GET", "https://service.example.org/logout")
        let outcome = try signOut("mail")
        #expect(outcome.results.map(\.revoked) == [true])
        #expect(world.web.asked.map(\.cookie) == ["sid=1"])
        #expect(world.reporter.said == ["signed out of 'mail'"])
    }

    @Test func aServerThatFailsKeepsNoSessionAndIsTold() throws {
        try world.session("mail", withLogout)
        let outcome = try signOut("mail")
        #expect(outcome.failure?.code == .network)
        #expect(outcome.results.map(\.revoked) == [false])
        #expect(try world.stored("mail") == nil)
        #expect(world.reporter.said.first?.hasPrefix("warning: 'mail' is wiped here, but the server") == true)
    }

    @Test func ofAllOneThatFailsKeepsNoneOfTheOthers() throws {
        try world.session("a", withLogout)
        try world.session("b")
        let outcome = try signOut(all: true)
        #expect(outcome.results.map(\.profile) == ["a", "b"])
        #expect(outcome.results.map(\.revoked) == [false, nil])
        #expect(outcome.failure?.code == .network)
        #expect(try Sessions(world.store, reporter: world.reporter).names().isEmpty)
    }

    @Test func aPasswordThatStaysAndATicketAreSaid() throws {
        try world.session("files") { $0.access = SessionAccess(scheme: .basic, realm: "Files") }
        try world.session("intranet") { $0.access = SessionAccess(scheme: .negotiate, realm: nil) }
        _ = try signOut(all: true)
        #expect(world.reporter.said.contains { $0.contains("the password stays in the store") })
        #expect(world.reporter.said.contains { $0.contains("'kdestroy' removes it") })
    }

    @Test func aTokenThatNoServerTakesBackIsSaid() throws {
        try world.session("app") {
            $0.token = SessionToken(kind: .bearer, value: SharedSecret(text: "t"), expires: $0.expires)
        }
        _ = try signOut("app")
        #expect(world.reporter.said.contains { $0.contains("stay valid until 2023-11-14T23:13:20Z") })
    }

    @Test func commandsThatStillRunAndTheShellsVariablesAreSaid() throws {
        try world.session("mail")
        world.processes["mail"] = [17, 18]
        world.variables["FEDAUTH_PROFILE"] = "mail"
        _ = try signOut()
        #expect(world.reporter.said.contains { $0.contains("(process 17, 18)") })
        #expect(world.reporter.said.last?.hasPrefix("the variables of this shell are left") == true)
    }

    @Test func whatAProviderGaveIsForgottenAlsoWithoutASession() throws {
        world.profile("p", ["resource": "https://files.example.org/"])
        try world.store.put(
            StoreDraft(
                name: "provider/headers/x", kind: ProviderEntry.kind,
                attributes: ["origin": "https://files.example.org"], value: SharedSecret(text: "")))
        let outcome = try signOut("p")
        #expect(outcome.results.isEmpty && outcome.failure == nil)
        #expect(try world.store.list().isEmpty)
        #expect(failure { _ = try signOut("p") }?.code == .notFound)
    }

    @Test func aLockedStoreIsNotPassedOver() throws {
        try world.session("mail")
        try world.store.lock()
        #expect(failure { _ = try signOut("mail") }?.code == .storeLocked)
    }
}
