import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests which settings, profiles and credentials each origin gets.
struct RequestOriginTests {
    private typealias Answer = RequestWeb.Answer
    private let scene = RequestScene()
    private var world: FakeWorld { scene.world }
    private static let service = RequestScene.service
    private static let other = "https://other.example.org/place"

    private func byOrigin(profile: String? = nil) throws -> SettingsByOrigin {
        try SettingsByOrigin(
            try WebURL(Self.service), profileName: profile,
            own: RequestProfile(world.services).profile(for: WebURL(Self.service)), scene.given, world.services)
    }

    // MARK: settings

    @Test func allSettingsApplyToTheNamedOrigins() throws {
        scene.give(["user": "ada", "finish": "https://finish.example.org/"])
        for address in [Self.service, "https://SERVICE.example.org:443/x", "https://finish.example.org/y"] {
            let (place, named) = try byOrigin().signIn(for: WebURL(address).origin)
            #expect(try place.settings.signIn.user == "ada" && named.contains(WebURL(address).origin))
        }
        #expect(scene.given.read.isEmpty)
    }

    @Test(arguments: [
        "https://other.example.org/", "http://service.example.org/", "https://service.example.org:8443/",
        "https://x.service.example.org/", "https://example.org/",
    ])
    func onlyTheConnectionAppliesToAnotherOrigin(_ address: String) throws {
        scene.give(["user": "ada", "password-file": "/p", "identity": "mine", "provider": "/bin/p", "proxy": "p:1"])
        scene.given.environment = FakeCommandSettings.settings(["password-command": "x"])
        let (place, named) = try byOrigin().signIn(for: WebURL(address).origin)
        #expect(scene.given.read.map(\.settings) == [["proxy": "p:1", "integrated": "never"]])
        #expect(place.settings.signIn.user == nil && named.origins.isEmpty)
    }

    /// A finish on this machine receives a token from a browser; it is not a service that gets a password.
    @Test func aListenerIsNoService() throws {
        scene.give(["finish": "http://localhost:8001/", "reply": "http://127.0.0.1:8001/"])
        #expect(try byOrigin().named.origins == [WebURL(Self.service).origin])
    }

    /// Later layers override earlier ones: defaults, command, profile, environment, words.
    @Test func aProfileAddsItsSettingsForItsOrigin() throws {
        world.configuration.defaults = FakeCommandSettings.settings(["integrated": "auto", "proxy": "defaults:1"])
        world.profile("second", ["resource": Self.other, "user": "bob", "timeout": "2s", "trace": "/profile"])
        scene.give(["user": "ada", "timeout": "1s", "cacert": "/ca"])
        scene.given.environment = FakeCommandSettings.settings(
            ["trace": "/environment", "timeout": "5s", "user": "eve"])
        scene.given.typed = FakeCommandSettings.settings(["timeout": "9s", "user": "ada"])
        let (place, named) = try byOrigin().signIn(for: WebURL(Self.other).origin)
        let read = try #require(scene.given.read.first)
        #expect(read.profile == "second" && place.settings.signIn.user == "bob")
        #expect(
            read.settings == [
                "integrated": "auto", "proxy": "defaults:1", "resource": Self.other, "user": "bob", "timeout": "9s",
                "trace": "/environment", "cacert": "/ca",
            ])
        #expect(try named.origins == [WebURL(Self.other).origin])
    }

    @Test func aSpoiltProfileIsNotUsed() throws {
        world.profile("second", ["resource": Self.other])
        world.spoiltProfiles = ["second"]
        let error = failure { _ = try byOrigin().signIn(for: WebURL(Self.other).origin) }
        #expect(error?.code == .configuration)
    }

    // MARK: profiles

    @Test func aProfileIsThatOfItsOrigin() throws {
        world.profile("own", ["sap": "https://service.example.org/x"])
        world.profile("second", ["finish": "https://other.example.org:8443/"])
        world.profile("certificate", ["method": "sls", "origin": "https://third.example.org"])
        let byOrigin = try byOrigin()
        #expect(try byOrigin.profile(for: WebURL(Self.service).origin)?.name == "own")
        #expect(try byOrigin.profile(for: WebURL("https://other.example.org:8443/y").origin)?.name == "second")
        for address in [Self.other, "http://service.example.org/", "https://third.example.org/"] {
            #expect(try byOrigin.profile(for: WebURL(address).origin) == nil, "\(address)")
        }
    }

    @Test func aNamedProfileIsForTheAddressOfTheRequest() throws {
        world.profile("own", ["sap": "https://service.example.org/x"])
        world.profile("second", ["resource": Self.other])
        let byOrigin = try byOrigin(profile: "second")
        #expect(try byOrigin.profile(for: WebURL(Self.service).origin)?.name == "second")
        #expect(try byOrigin.profile(for: WebURL(Self.other).origin)?.name == "second")
        let error = failure { _ = try self.byOrigin(profile: "third").profile(for: WebURL(Self.service).origin) }
        #expect(error?.code == .notFound)
    }

    // MARK: user name and password

    /// Answers 401 until a user signs in, and redirects from the service to another server if wanted.
    private func demandPasswords(redirecting: Bool = false) {
        scene.web.answer = {
            if redirecting, $0.url == Self.service {
                return Answer(status: 302, headers: [("location", Self.other)])
            }
            return $0.field("authorization") == nil
                ? Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")]) : Answer(content: "welcome")
        }
    }

    private func follow() throws {
        try scene.send { settings, _ in settings.followsRedirects = true }
    }

    private static func basic(_ credential: String) -> String {
        "Basic " + Base64.encode(SharedSecret(text: credential)).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func theNamedOriginGetsTheNamedCredential() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.files["/p"] = "secret"
        demandPasswords()
        try scene.send()
        #expect(scene.steps == ["GET \(Self.service)", "GET \(Self.service) \(Self.basic("ada:secret"))"])
        #expect(world.prompter.questions.isEmpty && scene.destination.streamed == "welcome")
        // An accepted password is used again.
        scene.give([:])
        try scene.send()
        #expect(scene.destination.streamed == "welcome" && world.prompter.questions.isEmpty)
    }

    /// Commands that begin together would each send a wrong password, so the first use of one holds the lock of the sign-in; what a
    /// server has accepted needs none.
    @Test(arguments: [200, 403, 404, 500]) func theFirstUseOfAPasswordHoldsTheLock(_ status: Int) throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.files["/p"] = "secret"
        world.prompter.canAsk = false
        var held: [Bool] = []
        scene.web.answer = { [world] in
            held.append(world.lock.isHeld)
            return $0.field("authorization") == nil
                ? Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")])
                : Answer(status: status, content: "welcome")
        }
        try scene.send()
        #expect(held == [false, true] && !world.lock.isHeld)
        #expect(world.lock.names == ["password-at-service.example.org"])
        // Another command.
        world.refused = .init()
        try scene.send()
        let isAccepted = status == 200 || status == 404
        #expect(held == [false, true, false, !isAccepted] && !world.lock.isHeld)
    }

    @Test func theLockEndsWithARefusal() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.files["/p"] = "secret"
        world.prompter.canAsk = false
        scene.web.answer = { _ in Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")]) }
        #expect(failure { try scene.send() }?.code == .refused)
        #expect(!world.lock.isHeld && world.lock.names.count == 1 && scene.steps.count == 2)
    }

    @Test func anotherOriginGetsNoneOfIt() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.files["/p"] = "secret"
        world.prompter.canAsk = false
        demandPasswords(redirecting: true)
        let error = failure { try follow() }
        #expect(error?.code == .inputNeeded && error?.hint?.contains("only a redirect leads there") == true)
        #expect(scene.steps == ["GET \(Self.service)", "GET \(Self.other)"])
    }

    @Test func aQuestionForAnotherOriginNamesIt() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.prompter.answers = ["bob", "builder"]
        demandPasswords(redirecting: true)
        try follow()
        #expect(world.prompter.questions.allSatisfy { $0.contains("https://other.example.org") })
        #expect(scene.steps.last == "GET \(Self.other) \(Self.basic("bob:builder"))")
        #expect(try world.store.list().map { $0.attributes["server"] } == ["https://other.example.org"])
    }

    @Test func aProfileOfAnotherOriginSignsInThere() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.profile("second", ["resource": Self.other, "user": "bob", "password-file": "/b"])
        world.files = ["/p": "secret", "/b": "builder"]
        demandPasswords(redirecting: true)
        try follow()
        #expect(scene.steps.last == "GET \(Self.other) \(Self.basic("bob:builder"))")
    }

    @Test func aRefusedPasswordIsSentOnce() throws {
        scene.give(["user": "ada", "password-file": "/p"])
        world.files["/p"] = "wrong"
        scene.web.answer = { _ in Answer(status: 401, headers: [("www-authenticate", "Basic realm=\"r\"")]) }
        #expect(failure { try scene.send() }?.code == .refused)
        #expect(scene.web.arrived.count == 2)
        #expect(try world.store.list().isEmpty)
    }

    @Test func aProviderIsAskedForTheNamedOriginsOnly() throws {
        scene.give(["user": "ada", "finish": "https://finish.example.org/"])
        try scene.send()
        let use = try #require(world.providerUses.first ?? nil)
        let named = try [Self.service, "https://finish.example.org/"].map { try WebURL($0) }
        #expect(use.user == "ada" && use.mayAsk && use.named == NamedOrigins(named))
    }

    // MARK: fields of one service

    @Test(arguments: [
        ([:], true), (["finish": "https://service.example.org/"], true), (["sap": "https://other.example.org/"], false),
        (["finish": "https://other.example.org/"], false),
    ])
    func applicationAndDeviceAreToldToTheService(_ settings: [String: String], _ isTold: Bool) throws {
        scene.give(settings)
        try scene.send { settings, _ in (settings.application, settings.device) = ("com.example.lab", "d1") }
        let arrived = try #require(scene.web.arrived.first)
        #expect(arrived.field("x-smp-appid") == (isTold ? "com.example.lab" : nil))
        #expect(arrived.field("x-smp-deviceid") == (isTold ? "d1" : nil))
    }

    @Test func aTokenAgainstCrossSiteRequestsIsFetchedWithTheSession() throws {
        try world.session("service.example.org")
        scene.web.answer = { asked in
            if asked.field("x-csrf-token") == "Fetch" { return Answer(headers: [("x-csrf-token", "t0k3n")]) }
            return asked.field("x-csrf-token") == "t0k3n"
                ? Answer() : Answer(status: 403, headers: [("x-csrf-token", "Required")])
        }
        #expect(try scene.send { settings, _ in settings.method = "DELETE" } == nil)
        #expect(scene.steps == ["DELETE", "HEAD", "DELETE"].map { "\($0) \(Self.service) sid=1" })
    }
}
