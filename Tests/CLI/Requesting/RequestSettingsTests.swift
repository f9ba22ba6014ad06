import Application
import Configuration
import Core
import Testing

@testable import CLI

/// Tests which options a command line, a file and variables give for an origin that only a redirect leads to.
struct RequestSettingsTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    /// Returns the settings of a command line, a file and variables for an address by key, and whether its origin was named.
    private func settings(
        at address: String, _ words: [String], _ text: String = "", _ variables: [String: String] = [:]
    ) throws -> (settings: [String: [String]], isNamed: Bool, profile: String?) {
        let ready = try scene.prepare(["request"] + words, text, variables)
        let command = try #require(ready.command as? RequestCommand)
        let given = Recorder(command.options, in: ready.context)
        let byOrigin = try SettingsByOrigin(
            try WebURL(argument: command.url), profileName: command.profile,
            own: command.ownProfile(in: ready.context), given,
            ready.context.services(command.options.flow))
        let origin = try WebURL(argument: address).origin
        let named = try byOrigin.signIn(for: origin).named
        let settings = given.read.reduce(into: [:]) { $0[$1.key] = $1.values.map(\.word) }
        return (settings, named.contains(origin), try byOrigin.profile(for: origin)?.name)
    }

    /// Records the options that are used.
    private final class Recorder: CommandSettings {
        private let command: RequestCommandSettings
        private(set) var read: [Profile.Setting] = []

        init(_ options: MethodOptions, in context: CommandContext) {
            command = RequestCommandSettings(options, in: context)
        }

        var all: [Profile.Setting] { command.all }
        var environment: [Profile.Setting] { command.environment }
        var typed: [Profile.Setting] { command.typed }

        func signIn() -> OriginSignIn {
            read = command.all
            return command.signIn()
        }

        func signIn(_ layers: [[Profile.Setting]], of profile: Profile?) throws(FedauthError) -> OriginSignIn {
            read = try SettingLayers(layers, of: profile).options(MethodOptions.self).settings
            return try command.signIn(layers, of: profile)
        }
    }

    private static let personal = [
        "--user", "ada", "--password-file", "/p", "--field", "a=file:/f", "--totp", "t", "--identity", "mine",
        "--provider", "/bin/p",
        "--provider-origin", "https://more.test", "--accept-consent", "--keep-signed-in", "--remember", "--force",
        "--integrated", "always", "--finish", "https://finish.test/", "--ecp", "--ecp-endpoint", "https://idp.test/",
        "--client-id", "c", "--client-secret-file", "/c", "--home-realm", "urn:x", "--check", "https://check.test",
    ]

    /// Each option of network, browser and store describes the connection or the user; all other options describe the user,
    /// except four.
    @Test func eachOptionOfTheConnectionIsOnTheList() {
        let groups: [any OptionGroup.Type] = [NetworkSettings.self, BrowserSettings.self, StoreSettings.self]
        let options = Set(groups.flatMap { $0.arguments }.map(\.name))
        let others = ConnectionSettings.names.subtracting(options)
        #expect(others == ["presenter", "remote-port", "min-validity", "no-wait"])
        #expect(options.subtracting(ConnectionSettings.names) == ConnectionSettings.personal)
        #expect(ConnectionSettings.names.isSubset(of: MethodOptions.arguments.map(\.name)))
    }

    @Test func atTheNamedOriginsEverythingCounts() throws {
        for address in ["https://sp.test/x", "https://SP.test:443/", "https://finish.test/y"] {
            let found = try settings(at: address, ["sp.test/a"] + Self.personal)
            #expect(found.isNamed && found.settings["user"] == ["ada"] && found.settings["password-file"] == ["/p"])
            #expect(found.settings["identity"] == ["mine"] && found.settings["integrated"] == ["always"])
        }
    }

    @Test(arguments: [
        "https://other.test", "http://sp.test", "https://sp.test:8443", "https://x.sp.test", "https://more.test",
        "https://idp.test", "http://localhost:8000", "http://localhost:8001",
    ])
    func atAnotherOriginNothingOfTheUserCounts(_ address: String) throws {
        let network = ["--cacert", "/ca", "--allow-http", "--presenter", "form", "--store", "file", "--timeout", "9s"]
        var personal = Self.personal
        // A finish on this machine receives a token from a browser; it is not a service that gets a password.
        if address.hasSuffix("8001") { personal += ["--finish", "http://localhost:8001/"] }
        let environment = [
            "FEDAUTH_PASSWORD_COMMAND": "x", "FEDAUTH_CLIENT_SECRET_STORE": "x", "FEDAUTH_PROXY": "http://p.test:1",
        ]
        let found = try settings(
            at: address, ["sp.test/a"] + personal + network,
            "[defaults]\nuser = 'bob'\npassword-store = 'x'\n[profile.p]\nresource = 'https://sp.test/'\n", environment)
        #expect(
            found.settings == [
                "cacert": ["/ca"], "allow-http": ["true"], "presenter": ["form"], "store": ["file"],
                "timeout": ["9s"], "integrated": ["never"], "proxy": ["http://p.test:1"],
            ])
        #expect(!found.isNamed && found.profile == nil)
    }

    /// A profile applies to the origins that it names, together with the network options of the command line.
    @Test func aProfileOfTheOtherOriginSpeaksForIt() throws {
        let file = """
            [defaults]
            integrated = "auto"
            [profile.first]
            resource = "https://sp.test/"
            user = "ada"
            password-file = "/p"
            cacert = "/first"
            [profile.second]
            resource = "https://other.test/x"
            user = "bob"
            proxy = "http://p.test:2"
            """
        let found = try settings(
            at: "https://other.test", ["sp.test/a", "--field", "a=file:/f", "--timeout", "9s"], file,
            ["FEDAUTH_PASSWORD_FD": "7"])
        #expect(found.isNamed && found.profile == "second")
        #expect(
            found.settings == [
                "resource": ["https://other.test/x"], "user": ["bob"], "integrated": ["auto"], "cacert": ["/first"],
                "timeout": ["9s"], "proxy": ["http://p.test:2"],
            ])
        let first = try settings(at: "https://sp.test", ["sp.test/a"], file)
        #expect(first.profile == "first" && first.settings["password-file"] == ["/p"])
        // The profile of the command line applies to the address of the command line.
        let named = try settings(at: "https://sp.test", ["sp.test/a", "--profile", "second"], file)
        #expect(named.profile == "second" && named.settings["user"] == ["bob"] && named.isNamed)
    }

    /// Where several profiles match, the settings of the chosen one take their place between the others.
    @Test func theChosenProfilesSettingsApply() throws {
        let file = """
            [defaults]
            user = "eve"
            cacert = "/defaults"
            proxy = "http://p.test:1"
            [profile.first]
            resource = "https://sp.test/"
            user = "ada"
            [profile.second]
            resource = "https://sp.test/"
            user = "bob"
            cacert = "/second"
            password-file = "/p"
            timeout = "8s"
            """
        let ready = try scene.prepare(
            ["request", "sp.test/a", "--timeout", "9s"], file, ["FEDAUTH_PASSWORD_COMMAND": "x"])
        let command = try #require(ready.command as? RequestCommand)
        #expect(command.options.flow.signIn.user == "eve")
        let second = try #require(try ready.context.configuration().profile("second"))
        let options = try command.effectiveOptions(of: second, in: ready.context)
        let settings = options.settings.reduce(into: [:]) { $0[$1.key] = $1.values.map(\.word) }
        #expect(
            settings == [
                "resource": ["https://sp.test/"], "user": ["bob"], "cacert": ["/second"],
                "proxy": ["http://p.test:1"], "password-command": ["x"], "timeout": ["9s"],
            ])
    }

    /// A profile that only gets certificates for an origin has no password for it.
    @Test func aProfileForCertificatesHasNothingElseForTheirServers() throws {
        let file = """
            [profile.certificate]
            method = "sls"
            base-url = "https://sls.test/"
            origin = ["https://other.test"]
            user = "ada"
            password-file = "/p"
            """
        let found = try settings(at: "https://other.test", ["sp.test/a"], file)
        #expect(!found.isNamed && found.profile == nil && found.settings == ["integrated": ["never"]])
    }
}
