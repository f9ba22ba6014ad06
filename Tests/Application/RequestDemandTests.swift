import Application
import Core
import Fakes
import Support
import Testing

/// Tests the sign-ins that a service demands of a request.
struct RequestDemandTests {
    private typealias Answer = RequestWeb.Answer
    private let scene = RequestScene()
    private var world: FakeWorld { scene.world }
    private static let service = RequestScene.service
    private static let host = "service.example.org"

    /// Demands SAML from requests without this cookie.
    private func demand(_ cookie: String = "sid=new", by answer: Answer = Self.saml) {
        scene.web.answer = { $0.field("cookie") == cookie ? Answer(content: "welcome") : answer }
    }

    private static let saml = Answer(
        status: 302, headers: [("location", "https://idp.example.org/?SAMLRequest=x")])
    private static let sap = Answer(headers: [("com.sap.cloud.security.login", "login-request")])

    @Test func aServiceWithoutAProfileSignsInAtItsAddress() throws {
        demand()
        try scene.send { settings, _ in settings.method = "POST" }
        #expect(world.presenter.asked.map(\.start.url.description) == [Self.service])
        #expect(scene.steps == ["POST \(Self.service)", "POST \(Self.service) sid=new"])
        #expect(try world.stored(Self.host)?.url.description == Self.service)
        #expect(world.reporter.said.contains { $0.hasPrefix("signed in to '\(Self.host)', valid until 2023-") })
    }

    @Test func aSessionThatTheServiceRefusesIsReplaced() throws {
        try scene.session(Self.host, at: Self.service, cookie: "old")
        demand()
        try scene.send()
        #expect(scene.steps.map { $0.split(separator: " ").last } == ["sid=old", "sid=new"])
        #expect(world.presenter.asked.count == 1)
    }

    /// A login in answer to what was sent: what only the session gets at its own address shows that the session holds.
    @Test(arguments: [true, false]) func whatASessionThatHoldsHasSentIsNotSentAgain(_ isOpen: Bool) throws {
        let start = "https://\(Self.host)/"
        try scene.session(Self.host, at: start, cookie: "old")
        world.reader.pages["login"] = Page(forms: [LoginForm(fields: [FormField(kind: .password, name: "p")])])
        scene.web.answer = { asked in
            let cookie = asked.field("cookie")
            if asked.url == start { return Answer(status: isOpen || cookie != nil ? 200 : 403) }
            return cookie == "sid=new" ? Answer() : Answer(headers: [("content-type", "text/html")], content: "login")
        }
        _ = try? scene.send { settings, _ in settings.method = "POST" }
        #expect(scene.steps.count { $0.hasPrefix("POST") } == (isOpen ? 2 : 1), "\(scene.steps)")
        #expect(world.presenter.asked.count == (isOpen ? 1 : 0))
    }

    @Test func aSessionThatAnotherProcessMadeMeanwhileIsUsed() throws {
        try scene.session(Self.host, at: Self.service, cookie: "old")
        scene.web.answer = {
            guard $0.field("cookie") != "sid=theirs" else { return Answer() }
            #expect(throws: Never.self) {
                try scene.session(Self.host, at: Self.service, cookie: "theirs") {
                    $0.obtained = $0.obtained.adding(seconds: 1)
                }
            }
            return Self.saml
        }
        try scene.send()
        #expect(scene.web.arrived.last?.field("cookie") == "sid=theirs" && world.presenter.asked.isEmpty)
        #expect(!world.reporter.said.contains { $0.hasPrefix("signed in to") })
    }

    // MARK: several processes

    /// Another process signs in for this address while this one waits, and gets this cookie.
    private func meanwhile(at url: String, cookie: String) {
        world.lock.holder = SignInHolder(processID: 42, purpose: "https://idp.example.org/")
        world.lock.meanwhile = { [scene, world] () throws(FedauthError) in
            world.lock.holder = nil
            #expect(!scene.web.isConnected)
            #expect(throws: Never.self) { try scene.session(Self.host, at: url, cookie: cookie) }
        }
    }

    @Test func aSessionOfAnotherProcessIsForEachAddressOfTheOrigin() throws {
        meanwhile(at: "https://service.example.org/other", cookie: "theirs")
        demand("sid=theirs")
        try scene.send()
        #expect(world.presenter.asked.isEmpty && world.lock.meanwhile != nil && world.lock.holder == nil)
        #expect(scene.steps == ["GET \(Self.service)", "GET \(Self.service) sid=theirs"])
        #expect(try world.stored(Self.host)?.url.path == "/other")
    }

    @Test(arguments: ["https://service.example.org:8443/data", "http://service.example.org/data"])
    func aSessionOfAnotherOriginIsNot(_ url: String) throws {
        meanwhile(at: url, cookie: "theirs")
        demand()
        try scene.send()
        #expect(world.presenter.asked.count == 1)
    }

    /// Two services of one origin.
    @Test func aSessionOfAnotherProcessThatIsRefusedIsReplaced() throws {
        meanwhile(at: "https://service.example.org/other", cookie: "theirs")
        demand()
        try scene.send()
        #expect(scene.steps.map { $0.split(separator: " ").last } == ["\(Self.service)", "sid=theirs", "sid=new"])
        #expect(world.presenter.asked.count == 1)
        #expect(!world.reporter.said.contains { $0.contains("use profiles to keep both") })
    }

    @Test func aFreshSessionThatIsRefusedIsNoReasonToSignInAgain() {
        demand("never")
        let error = failure { try scene.send() }
        #expect(error?.code == .refused && error?.message.contains("still asks for a sign-in") == true)
        #expect(error?.hint?.contains("'service.example.org', which was used, is for this service") == true)
        #expect(world.presenter.asked.count == 1 && scene.destination.hasFailed)
    }

    @Test func theProfileSignsInByItsMethod() throws {
        let settings = ["authorization-url": "https://service.example.org/login", "user": "ada"]
        world.profile("own", settings)
        scene.give(settings)
        demand()
        try scene.send()
        #expect(world.presenter.asked.map(\.start.url.path) == ["/login"])
        #expect(try world.stored("own")?.user == "ada")
    }

    @Test func anotherOriginSignsInAsItsProfileSays() throws {
        scene.give(["user": "ada"])
        world.profile("second", ["authorization-url": "https://other.example.org/login", "user": "bob"])
        scene.web.answer = {
            if $0.url == Self.service {
                return Answer(status: 302, headers: [("location", "https://other.example.org/x")])
            }
            return $0.field("cookie") == "sid=new" ? Answer() : Self.saml
        }
        try scene.send { settings, _ in settings.followsRedirects = true }
        #expect(world.presenter.asked.map(\.start.url.description) == ["https://other.example.org/login"])
        #expect(try world.stored("second")?.wantedUser == "bob")
    }

    @Test func whatIsMissingForAnotherOriginIsNotAskedOfTheCommand() {
        scene.web.answer = {
            $0.url == Self.service
                ? Answer(status: 302, headers: [("location", "https://other.example.org/x")]) : Self.saml
        }
        world.presenter.show = { (_) throws(FedauthError) in
            throw FedauthError(.inputNeeded, "a password is needed", hint: "give '--user NAME'")
        }
        let error = failure { try scene.send { settings, _ in settings.followsRedirects = true } }
        #expect(error?.code == .inputNeeded && error?.hint?.hasPrefix("only a redirect leads there") == true)
        let own = failure { try scene.send("https://other.example.org/x") }
        #expect(own?.hint == "give '--user NAME'")
    }

    // MARK: SAP mobile services

    @Test func theBackendOfSAPIsFound() throws {
        scene.web.answer = { asked in
            if asked.url == "https://service.example.org/a/SAMLAuthLauncher" { return Answer() }
            if asked.url.hasSuffix("SAMLAuthLauncher") { return Answer(status: 404) }
            return asked.field("cookie") == "sid=new" ? Answer() : Self.sap
        }
        try scene.send("https://service.example.org/a/b/c")
        #expect(world.presenter.asked.map(\.start.url.path) == ["/a/SAMLAuthLauncher"])
        #expect(world.reporter.said.contains("detail: the backend is 'https://service.example.org/a'"))
    }

    @Test func withoutABackendTheWayIsNamed() {
        scene.web.answer = { $0.url.hasSuffix("SAMLAuthLauncher") ? Answer(status: 404) : Self.sap }
        let error = failure { try scene.send() }
        #expect(error?.code == .inputNeeded && error?.hint?.contains("--sap BACKEND-URL") == true)
    }

    @Test func aProfileKnowsTheBackend() throws {
        world.profile("own", ["sap": "https://service.example.org/a"])
        scene.give(["sap": "https://service.example.org/a"])
        demand(by: Self.sap)
        try scene.send("https://service.example.org/a/data")
        #expect(scene.web.arrived.count == 2)
        #expect(world.presenter.asked.map(\.start.url.path) == ["/a/SAMLAuthLauncher"])
    }
}
