package import Application
package import Core
import Secrets
package import Support

/// The settings of a request in memory, and a simple meaning of them.
package final class FakeCommandSettings: CommandSettings {
    package var all: [Profile.Setting] = []
    package var environment: [Profile.Setting] = []
    package var typed: [Profile.Setting] = []
    /// The merged settings that were read, with the profile among them, in order.
    package private(set) var read: [(settings: [String: String], profile: String?)] = []
    private let world: FakeWorld

    /// Creates settings without any.
    package init(_ world: FakeWorld) { self.world = world }

    /// Returns settings from names and values.
    package static func settings(_ values: [String: String]) -> [Profile.Setting] {
        values.sorted { $0.key < $1.key }.map { Profile.Setting(key: $0.key, values: [.text($0.value)]) }
    }

    package func signIn() -> OriginSignIn { OriginSignIn(Self.meaning(Self.merged([all])), world.services) }

    package func signIn(_ layers: [[Profile.Setting]], of profile: Profile?) throws(FedauthError) -> OriginSignIn {
        let settings = Self.merged(layers)
        read.append((settings, profile?.name))
        return OriginSignIn(Self.meaning(settings), world.services)
    }

    private static func merged(_ layers: [[Profile.Setting]]) -> [String: String] {
        layers.joined().reduce(into: [:]) { $0[$1.key] = $1.values.first?.word }
    }

    private static func meaning(_ settings: [String: String]) -> MethodSettings {
        var meaning = MethodSettings()
        meaning.signIn.user = settings["user"]
        meaning.signIn.password.file = settings["password-file"]
        var finish = FinishSettings()
        finish.finish = settings["finish"]
        finish.finishToken = settings["finish-token"]
        meaning.saml.authorizationURL = settings["authorization-url"]
        meaning.saml.sap = settings["sap"]
        meaning.saml.finish = finish
        meaning.basic.resource = settings["resource"]
        meaning.federation.adfs = settings["adfs"]
        meaning.federation.realm = settings["realm"]
        meaning.federation.finish = finish
        meaning.federation.active.postTo = settings["post-to"]
        meaning.federation.exchange.scheme = settings["exchange"].flatMap(TokenExchange.Scheme.init)
        meaning.federation.exchange.url = settings["exchange-url"]
        meaning.federation.exchange.target = settings["exchange-for"]
        meaning.federation.given = Self.settings(settings)
        return meaning
    }
}

/// Takes a response in memory.
package final class FakeDestination: ResponseDestination, ContentSink {
    package var hasContent: Bool { !streamed.isEmpty }
    /// False: the content stays in the response.
    package var takesContent = true
    /// The content that arrived as it was received.
    package private(set) var streamed = ""
    /// The shown response.
    package private(set) var shown: Response?
    /// Whether the request failed.
    package private(set) var hasFailed = false
    private var isWanted: (Response) throws(FedauthError) -> Bool = { (_) throws(FedauthError) in true }

    /// Creates a destination without content.
    package init() {}

    package func sink(_ wants: @escaping (Response) throws(FedauthError) -> Bool) -> (any ContentSink)? {
        isWanted = wants
        return takesContent ? self : nil
    }

    package func wants(_ head: Response) throws(FedauthError) -> Bool {
        try isWanted(head)
    }

    package func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        streamed += String(decoding: bytes, as: UTF8.self)
    }

    package func show(_ response: Response) throws(FedauthError) { shown = response }

    package func removeIfEmpty() { hasFailed = true }
}

/// One request of a `FakeWorld`, with servers that are one function.
package final class RequestScene {
    /// Everything else.
    package let world = FakeWorld()
    /// The servers.
    package let web = RequestWeb()
    /// What the command was given.
    package let given: FakeCommandSettings
    /// The destination of the latest request.
    package private(set) var destination = FakeDestination()
    /// The service.
    package static let service = "https://service.example.org/data"

    /// Creates a scene whose servers answer 200.
    package init() {
        given = FakeCommandSettings(world)
        world.transport = web
    }

    /// Sends a request, and returns the code with which the command ends.
    ///
    /// - Parameters:
    ///   - profile: the profile that the command line names.
    ///   - change: changes the settings of the request.
    @discardableResult
    package func send(
        _ url: String = RequestScene.service, profile: String? = nil, to destination: FakeDestination? = nil,
        _ change: (inout RequestSettings, inout StatusSettings) -> Void = { _, _ in }
    ) throws(FedauthError) -> ErrorCode? {
        let url = try WebURL(argument: url)
        var settings = RequestSettings()
        var statuses = StatusSettings()
        change(&settings, &statuses)
        let services = world.services
        let own = profile == nil ? try RequestProfile(services).profile(for: url) : nil
        let byOrigin = try SettingsByOrigin(url, profileName: profile, own: own, given, services)
        self.destination = destination ?? FakeDestination()
        return try RequestRun(services, settings, statuses, byOrigin).run(to: self.destination)
    }

    /// The requests that arrived: method, address, and the first of Authorization and Cookie.
    package var steps: [String] {
        web.arrived.map { arrived in
            [arrived.method, arrived.url, arrived.field("authorization") ?? arrived.field("cookie")]
                .compactMap { $0 }.joined(separator: " ")
        }
    }

    /// Gives settings to the command.
    package func give(_ settings: [String: String]) {
        given.all = FakeCommandSettings.settings(settings)
        given.typed = given.all
    }

    /// Stores a session whose cookie `sid` has this value.
    package func session(
        _ name: String, at url: String = "https://service.example.org/", cookie: String, user: String? = "ada",
        _ change: (inout Session) -> Void = { _ in }
    ) throws {
        let url = try WebURL(url)
        try world.session(name, at: url.description, user: user) { session in
            session.jar = CookieJar([
                Cookie(
                    name: "sid", value: SharedSecret(text: cookie), domain: url.host, isHostOnly: true,
                    created: world.clock.now, setBy: url.origin)
            ])
            change(&session)
        }
    }
}
