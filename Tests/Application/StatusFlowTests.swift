@testable import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests the list of sessions and the checks with servers.
struct StatusFlowTests {
    private let world = FakeWorld()
    private static let address = "https://service.example.org/"

    private func status(_ word: String? = nil, asksServer: Bool = true) throws -> SessionStatus {
        try StatusFlow(world.services, asksServer: asksServer).one(word)
    }

    @Test func withoutASessionItIsNotFound() {
        #expect(failure { _ = try status() }?.code == .notFound)
    }

    @Test func noServerIsAskedUnlessThatIsWanted() throws {
        let session = try world.session("mail")
        #expect(try status("mail", asksServer: false) == SessionStatus(session: session))
        #expect(world.web.asked.isEmpty)
    }

    @Test func aServerThatAnswersConfirms() throws {
        try world.session("mail")
        try world.web.on("GET", Self.address)
        #expect(try status().checked == true)
        #expect(world.providerUses.map { $0?.mayAsk } == [false])
    }

    @Test func aServerThatAsksForASignInHasEndedTheSession() throws {
        try world.session("mail")
        try world.web.on("GET", Self.address, status: 401)
        let found = try status("mail")
        #expect(found.checked == false && found.session.expires == world.clock.now)
        #expect(try world.stored("mail")?.expires == world.clock.now)
    }

    @Test func aSessionThatIsOverIsNotAskedFor() throws {
        try world.session("mail") { $0.expires = world.clock.now }
        #expect(try status("mail").checked == nil)
        #expect(world.web.asked.isEmpty)
    }

    @Test func aCookieThatTheServerRenewsIsKept() throws {
        try world.session("mail")
        try world.web.on("GET", Self.address, cookies: ["sid=2"])
        let signedIn = try world.store.list().map(\.modified)
        world.clock.now = world.clock.now.adding(seconds: 1)
        let found = try status("mail")
        // The current session is the one that was signed in last, not the one that was checked last.
        #expect(try world.store.list().map(\.modified) == signedIn)
        #expect(try world.stored("mail") == found.session)
        #expect(found.session.jar.cookies.map { $0.value } == [SharedSecret(text: "2")])
    }

    @Test func theProfileSaysWhichAddressIsAsked() throws {
        world.profile("mail", ["check": "https://service.example.org/ping"])
        try world.session("mail")
        try world.web.on("GET", "https://service.example.org/ping")
        #expect(try status("mail").checked == true)
    }

    @Test func aTokenWithoutAnAddressIsNotAskedFor() throws {
        try world.session("app") {
            $0.result = .token
            $0.token = SessionToken(kind: .bearer, value: SharedSecret(text: "t"))
        }
        #expect(try status("app").checked == nil)
        #expect(world.reporter.said.first?.contains("no address is known that shows whether it is valid") == true)
    }

    @Test func aPasswordThatTheServerRefusesIsForgotten() throws {
        let session = try world.session("files") { $0.access = SessionAccess(scheme: .basic, realm: "Staff") }
        let scope = try #require(session.access).scope(at: session.url.origin)
        try StoredCredentials(world.store, clock: world.clock)
            .keep(Credential(user: "ada", password: SharedSecret(text: "old")), for: scope)
        try world.web.on(
            "GET", Self.address, status: 401, headers: [("www-authenticate", #"Basic realm="Staff""#)])
        #expect(try status("files").checked == false)
        #expect(try world.store.list().map(\.name) == [Session.entryName("files")])
        #expect(world.reporter.said.first?.contains("is forgotten") == true)
    }

    @Test func oneServerThatFailsHidesNoOtherSession() throws {
        try world.session("a")
        try world.session("b", at: "https://other.example.org/")
        try world.web.on("GET", "https://other.example.org/")
        let found = try StatusFlow(world.services, asksServer: true).all()
        #expect(found.map(\.session.name) == ["a", "b"])
        #expect(found.map(\.checked) == [nil, true])
        #expect(world.reporter.said.first?.hasPrefix("warning: 'a' could not be checked") == true)
    }

    @Test func aSessionThatCannotBeReadHidesNoOther() throws {
        try world.session("a")
        try world.store.put(
            StoreDraft(name: Session.entryName("b"), kind: Session.entryKind, value: SharedSecret(text: "x")))
        #expect(try StatusFlow(world.services, asksServer: false).all().map(\.session.name) == ["a"])
        #expect(world.reporter.said.count == 1)
    }
}
