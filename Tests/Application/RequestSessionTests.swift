import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests which session a request uses, and how it gets a new one.
struct RequestSessionTests {
    private typealias Answer = RequestWeb.Answer
    private let scene = RequestScene()
    private var world: FakeWorld { scene.world }
    private static let service = RequestScene.service
    private static let host = "service.example.org"

    private func cookies() throws -> [String?] {
        try scene.send()
        return scene.web.arrived.map { $0.field("cookie") }
    }

    // MARK: a session in the store

    @Test func theSessionOfTheHostIsUsed() throws {
        try scene.session(Self.host, cookie: "host")
        #expect(try cookies() == ["sid=host"])
    }

    @Test func theSessionOfTheProfileComesFirst() throws {
        world.profile("own", ["authorization-url": "https://service.example.org/login"])
        try scene.session(Self.host, cookie: "host")
        try scene.session("own", cookie: "own")
        #expect(try cookies() == ["sid=own"])
    }

    @Test func theSessionOfTheProfileComesBeforeOneForTheVeryAddress() throws {
        world.profile("own", ["authorization-url": "https://service.example.org/login"])
        try scene.session("own", cookie: "own")
        try scene.session(Self.host, at: Self.service, cookie: "host")
        #expect(try cookies() == ["sid=own"])
    }

    @Test func aNamedProfileIsTheOnlyPlace() throws {
        world.profile("second", ["authorization-url": "https://service.example.org/login"])
        try scene.session(Self.host, cookie: "host")
        try scene.send(profile: "second")
        #expect(scene.web.arrived.map { $0.field("cookie") } == [nil])
        // A session that 'fedauth saml URL' made has no profile.
        try scene.send(profile: Self.host)
        #expect(scene.web.arrived.last?.field("cookie") == "sid=host")
    }

    @Test(arguments: ["https://service.example.org:8443/", "http://service.example.org/"])
    func aSessionOfAnotherPortIsAnotherServices(_ url: String) throws {
        try scene.session(Self.host, at: url, cookie: "theirs") { $0.obtained = $0.obtained.adding(seconds: 1000) }
        #expect(try cookies() == [nil])
        // It is not even looked at.
        #expect(world.reporter.said.isEmpty)
    }

    @Test func aSessionThatIsOverIsNotUsed() throws {
        try scene.session(Self.host, cookie: "old") { $0.expires = $0.obtained }
        #expect(try cookies() == [nil])
    }

    @Test func aSessionOfAnotherUserIsNotUsed() throws {
        try scene.session(Self.host, cookie: "adas", user: "ada")
        scene.give(["user": "bob"])
        #expect(try cookies() == [nil])
        scene.give(["user": "ada"])
        #expect(try cookies().last == "sid=adas")
    }

    @Test func aSessionOfNobodyKnownIsNotUsedForANamedUser() throws {
        try scene.session(Self.host, cookie: "whose", user: nil)
        #expect(try cookies() == ["sid=whose"])
        scene.give(["user": "bob"])
        #expect(try cookies() == ["sid=whose", nil])
    }

    @Test func aSessionOfTheFutureIsDoubted() throws {
        try scene.session(Self.host, cookie: "host") { $0.obtained = $0.obtained.adding(seconds: 1000) }
        #expect(try cookies() == ["sid=host"])
        #expect(world.reporter.said.contains { $0.contains("is in the future") })
    }

    @Test func aDamagedSessionOfTheHostHidesNoOther() throws {
        world.profile("own", ["authorization-url": "https://service.example.org/login"])
        try scene.session("own", cookie: "own")
        var draft = try #require(try world.stored("own")).draft
        draft = StoreDraft(
            name: "session/" + Self.host, kind: draft.kind, attributes: [:], contentType: draft.contentType,
            expires: nil, value: SharedSecret(text: "damaged"))
        try world.store.put(draft, expecting: .any)
        #expect(try cookies() == ["sid=own"])
        #expect(world.reporter.said.contains { $0.hasPrefix("warning: ") && $0.contains(Self.host) })
    }

    @Test func aBearerTokenIsShownToItsOrigin() throws {
        try scene.session(Self.host, cookie: "host") {
            ($0.result, $0.token) = (.token, SessionToken(kind: .bearer, value: SharedSecret(text: "t0k3n")))
        }
        try scene.send()
        #expect(scene.web.arrived.map { $0.field("authorization") } == ["Bearer t0k3n"])
    }

    // MARK: cookies that responses change

    @Test func cookiesThatAResponseRenewsAreStored() throws {
        try scene.session(Self.host, cookie: "first")
        scene.web.answer = { _ in Answer(cookies: ["sid=second; Path=/"]) }
        try scene.send()
        #expect(try cookies().last == "sid=second")
    }

    /// Cookies ignore ports, but the session is that of one server: a cookie of another port neither replaces its cookie
    /// nor joins it.
    @Test func aServerOnAnotherPortChangesNoSession() throws {
        try scene.session(Self.host, cookie: "genuine")
        scene.web.answer = { asked in
            guard asked.url.contains(":8443") else {
                let other = [("location", "https://\(Self.host):8443/")]
                return asked.url.hasSuffix("/go") ? Answer(status: 302, headers: other) : Answer()
            }
            let set = ["sid=theirs; Path=/", "x=y; Path=/"]
            return Answer(status: 302, headers: [("location", Self.service)], cookies: set)
        }
        try scene.send("https://\(Self.host)/go") { settings, _ in settings.followsRedirects = true }
        #expect(scene.web.arrived.map { $0.field("cookie") } == ["sid=genuine", nil, "sid=genuine"])
        #expect(try cookies().last == "sid=genuine")
    }

    @Test func aSessionThatChangedMeanwhileIsNotOverwritten() throws {
        try scene.session(Self.host, cookie: "first")
        scene.web.answer = { _ in
            #expect(throws: Never.self) { try scene.session(Self.host, cookie: "theirs") }
            return Answer(cookies: ["sid=second; Path=/"])
        }
        try scene.send()
        scene.web.answer = { _ in Answer() }
        #expect(try cookies().last == "sid=theirs")
    }

    @Test func aResponseThatDeletesTheCookieEndsNoSession() throws {
        try scene.session(Self.host, cookie: "first")
        scene.web.answer = { _ in Answer(cookies: ["sid=; Path=/; Max-Age=0"]) }
        try scene.send()
        #expect(try cookies().last == "sid=first")
    }

    @Test func withoutASessionNothingIsStored() throws {
        scene.web.answer = { _ in Answer(cookies: ["sid=first"]) }
        try scene.send()
        #expect(try world.store.list().isEmpty)
    }
}
