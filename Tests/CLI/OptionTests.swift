import Application
import Core
import Testing

@testable import CLI

struct OptionTests {
    /// All commands and groups with their names.
    static let commands: [(path: [String], type: any CommandNode.Type)] = walk(Fedauth.self, [])

    private static func walk(_ type: any CommandNode.Type, _ path: [String]) -> [(
        [String], any CommandNode.Type
    )] {
        [(path, type)]
            + type.configuration.subcommands.flatMap { walk($0, path + [$0.configuration.commandName]) }
    }

    /// No two options of a command have the same name, and only the last argument takes what remains.
    @Test func noOptionHidesAnother() {
        for command in Self.commands {
            let arguments = command.type.arguments
            let forms = (arguments + [.helpFlag, .versionFlag]).flatMap(\.forms)
            #expect(Set(forms).count == forms.count, "\(command.path)")
            let positionals = arguments.filter { $0.kind == .positional && $0.values != .behindDashes }
            let repeats = positionals.dropLast().contains { $0.isRepeating && !$0.isHidden }
            #expect(!repeats, "\(command.path)")
            let needed = positionals.prefix { !$0.isOptional }
            #expect(!positionals.dropFirst(needed.count).contains { !$0.isOptional }, "\(command.path)")
        }
    }

    /// What the groups of all methods have can be a setting, and nothing else.
    @Test func theSettingsAreTheOptionsOfTheMethods() {
        let ofMethods = Settings.methodCommands.flatMap { $0.arguments }.filter(\.isSetting).map(\.name)
        #expect(Set(ofMethods) == Set(Settings.all.map(\.name)))
        #expect(Set(Settings.names).isDisjoint(with: Settings.excluded))
    }

    /// No file may have them, an alias neither.
    @Test func anAliasHasNoOptionThatGivesUpAProtection() {
        let typed = Settings.all.filter { $0.mustBeTyped && !["json", "config"].contains($0.name) }.map(\.longForm)
        #expect(CommandAlias.typed == Set(typed))
    }

    @Test func everyCommandSaysWhatItIsForAndShowsTwoExamples() {
        for command in Self.commands {
            #expect(!command.type.configuration.abstract.isEmpty, "\(command.type)")
            // Users do not see the commands that only fedauth itself starts.
            guard !(command.type is any BackgroundCommand.Type) else { continue }
            let examples = (command.type as? any Documented.Type)?.examples ?? [:]
            #expect(examples.count >= 2, "\(command.type)")
        }
    }

    @Test func everySettingIsAnOptionOfLogin() throws {
        for option in Settings.all where option.name != "json" {
            let values = [
                "store": "file", "presenter": "form", "integrated": "never", "timeout": "5m", "min-validity": "1s",
                "color": "never", "scheme": "digest", "charset": "utf-8", "fresh": "5m", "exchange": "everlive",
                "trust-version": "1.3", "assertion-encoding": "base64", "protocol": "est", "key-type": "p256",
                "grant": "device-code",
            ]
            let needs = ["unencrypted": ["--pem=f"]]
            let word = "--\(option.name)" + (option.kind == .flag ? "" : "=\(values[option.name] ?? "1")")
            #expect(throws: Never.self, "\(word)") {
                try Invocation.parse(["login", word] + (needs[option.name] ?? []))
            }
        }
    }

    @Test func whatIsGivenCanBeRecordedAndReadAgain() throws {
        let words = [
            "saml", "--user=ada", "--field=a=text:1", "--field=b=env:X", "--accept-consent", "--timeout=90s",
            "--pin=sha256//x", "--store=file", "--password-fd=7",
        ]
        let settings = try Invocation.parse(words).command.givenSettings
        #expect(settings.count == 8 - 1 && settings.flatMap(\.values).count == 8)
        #expect(try Invocation.parse(["saml"], over: settings).command.givenSettings == settings)
    }

    @Test func settingsOfOtherCommandsAreLeftOut() throws {
        let settings = [
            Profile.Setting(key: "finish", values: [.text("https://x/")]),
            Profile.Setting(key: "cacert", values: [.text("/ca")]),
            Profile.Setting(key: "accept-consent", values: [.flag(true)]),
            Profile.Setting(key: "remember", values: [.flag(false)]),
            // An option of the command alone.
            Profile.Setting(key: "check", values: [.flag(true)]),
        ]
        let layers = SettingLayers(settings)
        #expect(try layers.options(NetworkSettings.self).settings.map(\.key) == ["cacert"])
        #expect(try layers.options(StoreSettings.self).settings.isEmpty)
        let status = try #require(try Invocation.parse(["status"], over: settings).command as? Status)
        #expect(status.network.authorities == "/ca" && !status.check)
    }

    @Test func theEnvironmentSaysOptionsToo() {
        let environment = Environment(values: [
            "FEDAUTH_MIN_VALIDITY": "10m", "FEDAUTH_NO_WAIT": "1", "FEDAUTH_FORCE": "0", "FEDAUTH_USER": "",
            "FEDAUTH_COOKIES": "a=b", "FEDAUTH_INSECURE": "1", "FEDAUTH_COOKIE_FILE": "f",
        ])
        let settings = Settings.ofEnvironment(environment, for: FlowOptions.self)
        #expect(settings.map(\.key) == ["cookies", "min-validity", "force", "no-wait"])
        #expect(settings.map { $0.values.map(\.word) } == [["f"], ["10m"], ["false"], ["true"]])
        for name in Settings.names {
            #expect(Profile.Setting.option(Profile.Setting.variable(name)) == name, "\(name)")
        }
    }

    @Test func aLayerTakesBackWhatItNamesAndItsAlternatives() throws {
        func setting(_ key: String, _ value: Profile.Setting.Value) -> Profile.Setting {
            .init(key: key, values: [value])
        }
        let lower = [
            setting("quiet", .flag(true)), setting("password-store", .text("a")), setting("pin", .text("x")),
            setting("client-identity", .text("key")), setting("user", .text("ada")),
        ]
        let upper = [
            setting("quiet", .flag(false)), setting("password-file", .text("b")), setting("pin", .text("y")),
            setting("client-secret-file", .text("c")),
        ]
        let merged = SettingLayers.merged(lower, under: upper)
        let options = try SettingLayers(merged).options(MethodOptions.self).settings
        #expect(
            options.map { "\($0.key)=\($0.values[0].word)" } == [
                "client-secret-file=c", "user=ada", "password-file=b", "pin=y",
            ])
        #expect(
            Settings.excluding(merged, namedIn: ["saml", "--password-fd=3", "--client-identity=key"]).map(\.key) == [
                "user", "quiet", "pin",
            ])
    }

    /// A profile whose method shows no page, with settings of pages.
    private static let pageless =
        "[defaults]\npresenter = \"form\"\n[profile.p]\nmethod = \"basic\"\nresource = \"h.test\"\nheadless = true\n"

    @Test func settingsThatTheMethodDoesNotHaveAreIgnored() throws {
        let ready = try ConfigurationScene().prepare(["login", "p"], Self.pageless, ["FEDAUTH_IDP": "x"])
        #expect(ready.command.givenSettings.map(\.key) == ["resource"])
    }

    @Test func anOptionThatTheMethodDoesNotHaveIsNamed() throws {
        let scene = try ConfigurationScene()
        let error = #expect(throws: FedauthError.self) {
            _ = try scene.prepare(["login", "p", "--headless"], Self.pageless)
        }
        #expect(error?.message == "'p' signs in by 'basic', which has no option '--headless'")
        #expect(error?.hint == "'fedauth basic' shows no page; see 'fedauth help basic'")
    }

    @Test(arguments: [("90", 90), ("90s", 90), ("5m", 300), ("2h30m", 9000), ("1d", 86400), ("0", 0)])
    func readsTimes(_ text: String, _ seconds: Int64) {
        #expect(TimeLength(argument: text)?.seconds == seconds)
    }

    @Test func helpShowsHowATimeIsWritten() {
        for part in TimeLength.forms.split(whereSeparator: { ", ".contains($0) }) where part != "or" {
            #expect(TimeLength(argument: String(part)) != nil, "\(part)")
        }
        for type in [StoreGet.self, StoreUnlock.self, StorePut.self] as [any CommandNode.Type] {
            #expect(type.arguments.contains { $0.help.contains(TimeLength.forms) }, "\(type)")
        }
    }

    @Test(arguments: ["", "m", "5x", "-5m", "5.5m", "99999999999999999999s", "1m-2s", "٣m"])
    func refusesOtherTimes(_ text: String) {
        #expect(TimeLength(argument: text) == nil)
    }
}
