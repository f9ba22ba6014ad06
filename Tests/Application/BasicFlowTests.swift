import Application
import Core
import Fakes
import Support
import Testing

/// Tests the branches of a sign-in by HTTP authentication, with scripted servers and a scripted user.
struct BasicFlowTests {
    private let world = FakeWorld()
    private static let address = "https://files.example.org/"

    private func run(
        _ service: String? = Self.address, password: String? = nil,
        _ change: (inout BasicSettings, inout SignInSettings) -> Void = { _, _ in }
    ) throws -> SignIn.Outcome {
        var basic = BasicSettings()
        var signIn = SignInSettings()
        signIn.user = "ada"
        if let password {
            world.files["password"] = password
            signIn.password.file = "password"
        }
        change(&basic, &signIn)
        return try BasicFlow(world.services, basic, signIn).run(service: service)
    }

    /// Scripts a server that sends one challenge and then answers with `status`.
    private func asks(then status: Int) throws {
        let challenge = [("www-authenticate", #"Basic realm="Staff""#)]
        try world.web.on("GET", Self.address, status: 401, headers: challenge)
        try world.web.on("GET", Self.address, status: status, headers: status == 401 ? challenge : [])
    }

    @Test func theServerTakesThePassword() throws {
        try asks(then: 200)
        let session = try run(password: "secret").session
        #expect(session.name == "files.example.org" && session.access?.scheme == .basic)
        #expect(try world.store.list().map(\.name).contains("http/https://files.example.org?Staff#ada"))
        #expect(world.providerUses.map { $0?.kinds } == [[.certificate]])
    }

    @Test func theServerRefusesThePasswordAndNothingIsKept() throws {
        try asks(then: 401)
        #expect(failure { _ = try run(password: "wrong") }?.code == .refused)
        #expect(world.lock.givenUp == .refused)
        #expect(try world.store.list().isEmpty)
    }

    @Test func withoutInputMissingValuesAreNamed() throws {
        try asks(then: 200)
        world.prompter.canAsk = false
        #expect(failure { _ = try run() }?.code == .inputNeeded)
    }

    @Test func theUserCancels() throws {
        try asks(then: 200)
        #expect(failure { _ = try run() }?.code == .cancelled)
        #expect(world.lock.givenUp == .cancelled)
    }

    @Test func aPasswordThatIsOnlyTriedIsNotKept() throws {
        try asks(then: 200)
        let outcome = try run(password: "secret") { basic, _ in basic.keepsSession = false }
        #expect(outcome.isFresh)
        #expect(try world.store.list().isEmpty)
        #expect(world.reporter.said.last == "the server accepts the credential; nothing was stored")
    }

    @Test func aNamedStoreHasSessionsOfItsOwn() throws {
        try asks(then: 200)
        let session = try run(password: "secret") { basic, _ in basic.storeName = "work" }.session
        #expect(session.name == "work@files.example.org")
        let error = failure { _ = try run(password: "secret") { basic, _ in basic.storeName = "a/b" } }
        #expect(error?.code == .usage)
    }

    @Test func withoutAnAddressTheWayIsNamed() {
        #expect(failure { _ = try run(nil) }?.code == .usage)
        world.profile("files", ["method": "basic"])
        #expect(failure { _ = try run("files") }?.message == "the profile 'files' has no 'resource'")
    }
}
