import Application
import Configuration
import Core
import Glibc
import System
import Testing

@testable import CLI

/// Tests the order option, environment, profile, `[defaults]`, and every option of every method in a file.
struct PrecedenceTests {
    private let scene: ConfigurationScene

    init() throws { scene = try ConfigurationScene() }

    private var path: String { scene.path }

    /// Returns the effective settings of a command by key.
    private func effective(
        _ words: [String], _ text: String? = nil, _ variables: [String: String] = [:]
    ) throws -> [String: [String]] {
        let ready = try scene.prepare(words, text, variables)
        return ready.command.givenSettings.reduce(into: [:]) { $0[$1.key] = $1.values.map(\.word) }
    }

    private static let base = "[profile.p]\nsap = \"h.test\"\n"

    /// A setting, its values in four places, and the expected value as each place is added; nil if the setting has no effect.
    struct Layers: Sendable, CustomTestStringConvertible {
        let key: String
        let defaults: String
        let profile: String
        let variable: String
        let option: [String]
        let expected: [[String]?]

        var testDescription: String { key }
    }

    static let layers = [
        Layers(
            key: "timeout", defaults: "'1m'", profile: "120", variable: "3m", option: ["--timeout", "4m"],
            expected: [["1m"], ["120"], ["3m"], ["4m"]]),
        Layers(
            key: "user", defaults: "'a'", profile: "'b'", variable: "c", option: ["--user=d"],
            expected: [["a"], ["b"], ["c"], ["d"]]),
        Layers(
            key: "password-fd", defaults: "5", profile: "'6'", variable: "7", option: ["--password-fd", "8"],
            expected: [["5"], ["6"], ["7"], ["8"]]),
        Layers(
            key: "presenter", defaults: "'form'", profile: "'none'", variable: "auto", option: ["--presenter", "form"],
            expected: [["form"], ["none"], ["auto"], ["form"]]),
        Layers(
            key: "remember", defaults: "true", profile: "false", variable: "1", option: ["--remember"],
            expected: [["true"], nil, ["true"], ["true"]]),
        Layers(
            key: "force", defaults: "false", profile: "true", variable: "0", option: ["--force"],
            expected: [nil, ["true"], nil, ["true"]]),
        // A list replaces the list of the place below; only the command line appends.
        Layers(
            key: "allow-host", defaults: "['a', 'b']", profile: "['c']", variable: "d",
            option: ["--allow-host", "e", "--allow-host", "f"], expected: [["a", "b"], ["c"], ["d"], ["d", "e", "f"]]),
        Layers(
            key: "field", defaults: "{ a = 'env:A' }", profile: "'b=env:B'", variable: "c=env:C",
            option: ["--field", "d=env:D"],
            expected: [["a=env:A"], ["b=env:B"], ["c=env:C"], ["c=env:C", "d=env:D"]]),
    ]

    /// A program that asks often, and for which nobody signs in, does not pay for what a sign-in needs.
    @Test func whereNobodySignsInNoSettingsOfASignInAreRead() throws {
        let text = """
            [profile.p]
            method = "oauth"
            issuer = "https://id.example.org"
            presenter = "form"
            password-fd = 5
            user = "ada"
            min-validity = "5m"
            proxy = "http://proxy.example.org:3128"
            store = "file"
            """
        let kept: Set = ["user", "min-validity", "proxy", "store"]
        let bazel = try effective(["credential", "bazel", "p", "get"], text)
        #expect(Set(bazel.keys) == kept)
        #expect(bazel["user"] == ["ada"] && bazel["proxy"] == ["http://proxy.example.org:3128"])
        for protocolName in ["aws", "vpn"] {
            let all = try effective(["credential", protocolName, "p"], text)
            #expect(Set(all.keys) == kept.union(["issuer", "presenter", "password-fd"]), "\(protocolName)")
        }
    }

    @Test(arguments: layers)
    func eachPlaceGoesOverTheOneBelow(_ layers: Layers) throws {
        let defaults = "[defaults]\n\(layers.key) = \(layers.defaults)\n"
        let profile = Self.base + "\(layers.key) = \(layers.profile)\n"
        let variables = [Profile.Setting.variable(layers.key): layers.variable]
        let seen = [
            try effective(["saml", "p"], defaults + Self.base),
            try effective(["saml", "p"], defaults + profile),
            try effective(["saml", "p"], defaults + profile, variables),
            try effective(["saml", "p"] + layers.option, defaults + profile, variables),
        ].map { $0[layers.key] }
        #expect(seen == layers.expected)
        // The same without the profile's setting in between.
        #expect(try effective(["saml", "p"], defaults + Self.base, variables)[layers.key] == layers.expected[2])
    }

    @Test func oneSourceTakesTheOthersBack() throws {
        let defaults = "[defaults]\npassword-store = 'a'\nstore-key-file = 'k'\n"
        func sources(_ words: [String], _ profile: String, _ variables: [String: String] = [:]) throws -> [String] {
            let settings = try effective(["saml", "p"] + words, defaults + Self.base + profile, variables)
            return settings.keys.filter { $0.hasPrefix("password") || $0.hasPrefix("store-") }.sorted()
        }
        #expect(try sources([], "") == ["password-store", "store-key-file"])
        #expect(try sources([], "password-file = 'b'\n") == ["password-file", "store-key-file"])
        // A setting that only resets itself leaves the other sources.
        #expect(try sources([], "password-stdin = false\n") == ["password-store", "store-key-file"])
        #expect(
            try sources([], "password-file = 'b'\n", ["FEDAUTH_PASSWORD_STDIN": "0"])
                == ["password-file", "store-key-file"])
        #expect(
            try sources([], "password-file = 'b'\n", ["FEDAUTH_PASSWORD_COMMAND": "c"])
                == ["password-command", "store-key-file"])
        #expect(
            try sources(
                ["--password-stdin", "--store-passphrase-fd", "9"], "password-file = 'b'\n",
                ["FEDAUTH_PASSWORD_COMMAND": "c"]) == ["password-stdin", "store-passphrase-fd"])
    }

    /// Of two settings for the address, the one of the higher place counts.
    @Test func oneAddressTakesTheOtherBack() throws {
        let text = "[defaults]\nsap = 'https://low.test'\n[profile.p]\nauthorization-url = 'https://high.test/'\n"
        let settings = try effective(["saml", "p"], text)
        #expect(settings["sap"] == nil && settings["authorization-url"] == ["https://high.test/"])
        let named = try effective(["saml", "p", "--sap", "https://typed.test"])
        #expect(named["sap"] == ["https://typed.test"] && named["authorization-url"] == nil)
    }

    /// A setting of a higher place replaces the lower one, whose value is not even validated.
    @Test func anOverriddenWrongValueIsIgnored() throws {
        let text = Self.base + "timeout = 'soon'\n"
        #expect(throws: FedauthError.self) { try effective(["saml", "p"], text) }
        #expect(try effective(["saml", "p"], text, ["FEDAUTH_TIMEOUT": "3m"])["timeout"] == ["3m"])
        #expect(try effective(["saml", "p", "--timeout", "4m"], text)["timeout"] == ["4m"])
        #expect(try effective(["saml", "p", "--timeout=4m"], text, ["FEDAUTH_TIMEOUT": "x"])["timeout"] == ["4m"])
    }

    /// Words after `--` belong to another program and must not change fedauth's settings.
    @Test func wordsForOthersExcludeNothing() {
        let settings = [Profile.Setting(key: "user", values: [.text("ada")])]
        #expect(Settings.excluding(settings, namedIn: ["exec", "--", "curl", "--user", "x"]) == settings)
        #expect(Settings.excluding(settings, namedIn: ["saml", "--user", "x"]).isEmpty)
    }

    @Test func theProfileIsNamedByArgumentVariableOrDefault() throws {
        let text =
            "[defaults]\nprofile = 'c'\n"
            + ["a", "b", "c"].map { "[profile.\($0)]\nsap = 'h.test'\nuser = '\($0)'\n" }.joined()
        #expect(try effective(["saml"], text)["user"] == ["c"])
        #expect(try effective(["saml"], text, ["FEDAUTH_PROFILE": "b"])["user"] == ["b"])
        #expect(try effective(["saml", "a"], text, ["FEDAUTH_PROFILE": "b"])["user"] == ["a"])
        #expect(try effective(["login", "a"], text, ["FEDAUTH_PROFILE": "b"])["user"] == ["a"])
        #expect(try effective(["saml", "https://other.test/"], text, ["FEDAUTH_PROFILE": "b"])["user"] == nil)
    }

    @Test func theFileIsNamedByOptionVariableOrPlace() throws {
        let other = scene.scratch["other.toml"]
        defer { unlink(other) }
        try AtomicFile.write("[profile.p]\nsap = 'h.test'\nuser = 'other'\n", to: other)
        #expect(try effective(["saml", "p"], Self.base + "user = 'usual'\n")["user"] == ["usual"])
        #expect(try effective(["saml", "p"], nil, ["FEDAUTH_CONFIG": other])["user"] == ["other"])
        #expect(try effective(["saml", "p", "--config", other])["user"] == ["other"])
    }

    /// A mistake in another profile does not stop the command. A mistake in its own profile, in [defaults] or outside of both
    /// does.
    @Test func onlyOnesOwnMistakesStopACommand() throws {
        let sound = Self.base + "user = 'ada'\n"
        for other in ["[profile.q]\nusre = 'x'\n", "[profile.'a b']\n", "[profile.q]\nuser = 1979-05-27\n"] {
            #expect(try effective(["saml", "p"], sound + other)["user"] == ["ada"], "\(other)")
        }
        for own in ["usre = 'x'\n", "user = ['x']\n", "timeout = 'soon'\n", "[defaults]\nx = 1\n", "[deflts]\n"] {
            let error = #expect(throws: FedauthError.self, "\(own)") { try effective(["saml", "p"], Self.base + own) }
            #expect(
                error?.code == .configuration
                    && error?.message.contains(" line 3, column ") == !own.hasPrefix("[defaults]"))
        }
    }

    /// The option that each option here requires.
    private static let companions = [
        "unencrypted": "--pem=f", "ecp": "--ecp-endpoint=h.test", "finish-token": "--finish=https://h.test/",
        "trust-endpoint": "--active", "trust-version": "--active", "trust-certificate": "--active",
        "token-type": "--active", "post-to": "--active", "exchange": "--exchange-url=h.test",
        "exchange-url": "--exchange=everlive",
    ]

    /// Tests each option on its own: `profile add`, the file, `profile show`, and the command.
    @Test func everyOptionOfAMethodGoesThroughAProfile() throws {
        let values = [
            "7", "5m", "form", "file", "basic", "utf-8", "https://h.test/", "code=env:X", "h.test:443:127.0.0.1",
            "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "everlive", "1.3", "base64",
            "token=x", #"{"x":"{token}"}"#, "never", "est", "p256", "CN=Ada", "email:a@h.test",
            "authStatus=state", "client-credentials", String(repeating: "0f", count: 32),
        ]
        for method in Settings.methodCommands {
            let named = method.methodName
            let name = try #require(named)
            let commandPath = method.path
            let ofAll = Set(GlobalOptions.arguments.map(\.name))
            for member in method.arguments
            where member.isSetting && !Settings.excluded.contains(member.name) && !ofAll.contains(member.name) {
                let value =
                    member.kind == .flag
                    ? "true"
                    : try #require(
                        values.first { value in
                            let setting = Profile.Setting(key: member.name, values: [.text(value)])
                            return SettingType(member).mistake(in: setting) == nil
                        }, "\(member.name) needs a value here")
                // The profile is used from other directories, too.
                let kept = member.name.hasSuffix("-file") ? FileNames.absolute(value) : value
                var words = [member.kind == .flag ? "--\(member.name)" : "--\(member.name)=\(value)"]
                if member.name != "sap" && member.name != "authorization-url" { words.append("--sap=h.test") }
                if name == "basic" && member.name != "resource" { words.append("--resource=h.test") }
                if name == "adfs" {
                    words += ["--adfs=h.test", "--realm=urn:x"].filter { !$0.hasPrefix("--\(member.name)=") }
                }
                if name == "oauth" && member.name != "issuer" { words.append("--issuer=h.test") }
                if name == "sls" && member.name != "base-url" { words.append("--base-url=h.test") }
                if let companion = Self.companions[member.name] { words.append(companion) }
                unlink(path)
                let add = try scene.prepare(["profile", "add", "p", "--quiet", "--method=\(name)"] + words)
                try add.command.run(in: add.context)
                let configuration = try add.context.configurationFile.load()
                #expect(ConfigurationValidator().mistakes(in: configuration).isEmpty)
                let profile = try #require(configuration.profile("p"))
                let shown = EffectiveProfile(
                    profile, in: configuration, path: path, environment: []
                ).profile.settings.first { $0.key == member.name }
                #expect(shown?.values.map(\.word) == [kept], "\(member.name)")
                #expect(try effective(commandPath + ["p"])[member.name] == [kept], "\(member.name)")
                #expect(try effective(["login", "p"])[member.name] == [kept], "\(member.name)")
            }
            // With 'profile add', the global options apply to the command itself; a file can contain them.
            for key in ofAll where !Settings.excluded.contains(key) {
                let isColor = key == "color"
                try AtomicFile.write(Self.base + "\(key) = \(isColor ? "'never'" : "true")\n", to: path)
                let global = try scene.prepare(commandPath + ["p"]).context.global
                #expect(isColor ? global.color == .never : global.settings.map(\.key) == [key], "\(key)")
            }
        }
    }

    @Test func whatHoldsIsShownWithItsOrigin() throws {
        try AtomicFile.write(
            "[defaults]\nprofile = 'p'\ntimeout = '1m'\nuser = 'a'\n" + Self.base + "user = 'b'\n", to: path)
        let file = try scene.prepare(["profile", "show"]).context.configurationFile
        let configuration = try file.load()
        let shown = EffectiveProfile(
            try #require(configuration.profile("p")), in: configuration, path: "c",
            environment: Settings.ofProfiles(Environment(values: ["FEDAUTH_REMEMBER": "1", "FEDAUTH_TIMEOUT": ""])))
        let lines = shown.profile.settings.map { "\(shown.origins[$0.key]?.text ?? "?") \(ConfigurationEdit.line($0))" }
        #expect(
            lines == [
                "environment:FEDAUTH_REMEMBER remember = true", "profile:c:6 sap = \"h.test\"",
                "defaults:c:3 timeout = \"1m\"", "profile:c:7 user = \"b\"",
            ])
    }
}
