import Application
import Core
import Fakes
import Support
import Testing

/// Tests which of several profiles a request uses.
struct RequestProfileTests {
    private let scene = RequestScene()
    private var world: FakeWorld { scene.world }

    /// Adds profiles that sign in at these paths of the service.
    private func profiles(_ paths: KeyValuePairs<String, String>) {
        for (name, path) in paths {
            world.profile(name, ["authorization-url": "https://service.example.org\(path)"])
        }
    }

    private func chosen(at path: String = "/data", user: String? = nil) throws -> String? {
        try RequestProfile(world.services, user: user).profile(for: WebURL("https://service.example.org\(path)"))?.name
    }

    private func ambiguity(at path: String = "/data") -> FedauthError? { failure { _ = try chosen(at: path) } }

    @Test func theOnlyProfileNeedsNothingElse() throws {
        #expect(try chosen() == nil)
        profiles(["one": "/login"])
        world.profile("other", ["authorization-url": "https://other.example.org/"])
        #expect(try chosen() == "one")
    }

    @Test func aValidSessionDecides() throws {
        profiles(["one": "/login", "two": "/login", "three": "/login"])
        world.variables["FEDAUTH_PROFILE"] = "one"
        try scene.session("two", cookie: "two")
        try scene.session("three", cookie: "three") { $0.expires = $0.obtained }
        #expect(try chosen() == "two")
        try scene.send()
        #expect(scene.web.arrived.map { $0.field("cookie") } == ["sid=two"])
        // Several sessions decide nothing.
        try scene.session("one", cookie: "one")
        #expect(try chosen() == "one")
        world.variables = [:]
        #expect(ambiguity()?.message.contains("'one' and 'two'") == true)
    }

    @Test func aSessionThatTheAddressWouldNotGetDecidesNothing() throws {
        profiles(["one": "/login", "two": "/login"])
        try scene.session("two", at: "https://service.example.org:8443/", cookie: "two")
        #expect(ambiguity()?.code.name == "profile-ambiguous")
        try scene.session("two", at: "https://service.example.org/elsewhere/", cookie: "two") { session in
            session.jar = CookieJar(
                session.jar.cookies.map {
                    var cookie = $0
                    cookie.path = "/elsewhere"
                    return cookie
                })
        }
        #expect(ambiguity()?.code.name == "profile-ambiguous")
        #expect(try chosen(at: "/elsewhere/x") == "two")
    }

    @Test func aSessionOfAnotherUserDecidesNothing() throws {
        profiles(["one": "/login", "two": "/login"])
        try scene.session("one", cookie: "one", user: "ada")
        try scene.session("two", cookie: "two", user: "bob")
        #expect(try chosen(user: "bob") == "two")
    }

    @Test func theNamedProfileDecides() throws {
        profiles(["one": "/data", "two": "/login", "three": "/login"])
        world.configuration.defaults = FakeCommandSettings.settings(["profile": "three"])
        #expect(try chosen() == "three")
        world.variables["FEDAUTH_PROFILE"] = "two"
        #expect(try chosen() == "two")
        // A profile of another service is not meant.
        world.variables["FEDAUTH_PROFILE"] = "elsewhere"
        #expect(try chosen() == "one")
    }

    @Test(arguments: [
        ("/a/x", "one"), ("/a/b/x", "two"), ("/a/b", "two"), ("/a/bc", "one"), ("/c/login", "three"), ("/c", "three"),
    ])
    func thePathDecides(_ path: String, _ name: String) throws {
        profiles(["one": "/a/login", "two": "/a/b/login", "three": "/c/login"])
        #expect(try chosen(at: path) == name)
    }

    @Test func whatIdentifiesAServiceBestDecidesLast() throws {
        profiles(["one": "/login"])
        world.profile("two", ["finish": "https://service.example.org/end"])
        #expect(try chosen() == "two")
    }

    @Test func withoutADecisionNothingIsSent() throws {
        profiles(["one": "/login", "two": "/login", "three": "/login"])
        let error = failure { try scene.send() }
        #expect(error?.code.name == "profile-ambiguous" && error?.code.status.number == 2)
        #expect(error?.message.contains("'one', 'two' and 'three'") == true)
        #expect(error?.hint?.contains("'--profile NAME'") == true && scene.web.arrived.isEmpty)
        #expect(error?.hint?.contains("'fedauth login NAME'") == true)
        try scene.send(profile: "two")
        #expect(scene.web.arrived.count == 1)
    }

    /// Another sign-in would decide nothing.
    @Test func bothSessionsDecideNothing() throws {
        profiles(["one": "/login", "two": "/login"])
        for name in ["one", "two"] { try scene.session(name, cookie: name) }
        let hint = ambiguity()?.hint
        #expect(hint?.contains("'--profile NAME'") == true && hint?.contains("login NAME") == false)
    }

    @Test func aSessionOfTheHostNeedsNoProfile() throws {
        profiles(["one": "/login", "two": "/login"])
        try scene.session("service.example.org", cookie: "host")
        try scene.send()
        #expect(scene.web.arrived.map { $0.field("cookie") } == ["sid=host"])
    }

    @Test func atTheTargetOfARedirectTheFirstIsTaken() throws {
        world.profile("one", ["authorization-url": "https://other.example.org/login"])
        world.profile("two", ["authorization-url": "https://other.example.org/login"])
        let byOrigin = try SettingsByOrigin(
            WebURL(RequestScene.service), profileName: nil, own: nil, scene.given, world.services)
        let other = try WebURL("https://other.example.org/").origin
        #expect(try byOrigin.profile(for: other)?.name == "one")
        try scene.session("two", at: "https://other.example.org/", cookie: "two")
        #expect(try byOrigin.profile(for: other)?.name == "two")
    }
}
