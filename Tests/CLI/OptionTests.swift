import Application
import Core
import Testing

@testable import ArgumentParser
@testable import CLI

struct OptionTests {
    /// All commands and groups with their names.
    static let commands: [(path: [String], type: any ParsableCommand.Type)] = walk(Fedauth.self, [])

    private static func walk(_ type: any ParsableCommand.Type, _ path: [String]) -> [(
        [String], any ParsableCommand.Type
    )] {
        [(path, type)]
            + type.configuration.allSubcommands.flatMap { walk($0, path + [$0.configuration.commandName ?? "?"]) }
    }

    /// Without an explicit name, the parser scans all conformances of the program for one, which doubles the start-up time.
    @Test func everyCommandSaysItsName() {
        for command in Self.commands { #expect(command.type.configuration.commandName != nil, "\(command.type)") }
    }

    /// Checks what the parser itself checks only in debug builds: duplicate names, flags that cannot be given, and arguments
    /// that consume others.
    @Test func everyCommandIsDeclaredAsTheParserWantsIt() {
        for command in Self.commands {
            #expect(throws: Never.self, "\(command.type)") { try command.type._validate(parent: nil) }
        }
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

    @Test func optionNamesAreThoseOfTheParser() throws {
        let names = OptionNames([SignInOptions.self, NetworkOptions.self]).members
        #expect(names.contains { $0.name == "min-validity" && !$0.isFlag })
        #expect(names.contains { $0.name == "no-wait" && $0.isFlag })
        for member in OptionNames(Settings.groups).members where member.name != "json" {
            let values = [
                "store": "file", "presenter": "form", "integrated": "never", "timeout": "5m", "min-validity": "1s",
                "color": "never", "scheme": "digest", "charset": "utf-8", "fresh": "5m", "exchange": "everlive",
                "trust-version": "1.3", "assertion-encoding": "base64", "protocol": "est", "key-type": "p256",
            ]
            let needs = ["unencrypted": ["--pem=f"]]
            let value = values[member.name] ?? "1"
            let word = member.isFlag ? "--\(member.name)" : "--\(member.name)=\(value)"
            #expect(throws: Never.self, "\(word)") {
                _ = try Fedauth.parseAsRoot(["login", word] + (needs[member.name] ?? []))
            }
        }
    }

    @Test func whatIsGivenCanBeRecordedAndReadAgain() throws {
        let words = [
            "--user=ada", "--field=a=text:1", "--field=b=env:X", "--accept-consent", "--timeout=90s", "--pin=sha256//x",
            "--store=file",
            "--password-fd=7",
        ]
        let command = try #require(try Fedauth.parseAsRoot(["saml"] + words) as? SAML)
        let settings = command.saml.settings + command.finish.settings + command.flow.settings
        let again = Settings.words(settings, for: SAML.optionGroups)
        #expect(Set(again) == Set(words))
    }

    @Test func settingsOfOtherCommandsAreLeftOut() {
        let settings = [
            Profile.Setting(key: "finish", values: [.text("https://x/")]),
            Profile.Setting(key: "cacert", values: [.text("/ca")]),
            Profile.Setting(key: "accept-consent", values: [.flag(true)]),
            Profile.Setting(key: "remember", values: [.flag(false)]),
        ]
        #expect(Settings.words(settings, for: [NetworkOptions.self]) == ["--cacert=/ca"])
        #expect(Settings.words(settings, for: [SignInOptions.self]) == ["--accept-consent"])
    }

    @Test func theEnvironmentSaysOptionsToo() {
        let environment = Environment(values: [
            "FEDAUTH_MIN_VALIDITY": "10m", "FEDAUTH_NO_WAIT": "1", "FEDAUTH_FORCE": "0", "FEDAUTH_USER": "",
        ])
        let settings = Settings.settings(environment, for: [SignInOptions.self])
        #expect(Settings.words(settings, for: [SignInOptions.self]) == ["--min-validity=10m", "--no-wait"])
    }

    @Test func aLayerTakesBackWhatItNamesAndItsAlternatives() {
        func setting(_ key: String, _ value: Profile.Setting.Value) -> Profile.Setting {
            .init(key: key, values: [value])
        }
        let lower = [
            setting("quiet", .flag(true)), setting("password-store", .text("a")), setting("pin", .text("x")),
            setting("user", .text("ada")),
        ]
        let upper = [setting("quiet", .flag(false)), setting("password-file", .text("b")), setting("pin", .text("y"))]
        let merged = SettingLayers.merged(lower, under: upper)
        #expect(Settings.words(merged, for: Settings.groups) == ["--user=ada", "--password-file=b", "--pin=y"])
        #expect(
            Settings.excluding(merged, namedIn: ["saml", "--password-fd=3"]).map(\.key) == ["user", "quiet", "pin"])
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
        for type in [StoreGet.self, StoreUnlock.self, StorePut.self] as [any ParsableCommand.Type] {
            #expect(type.helpMessage(columns: 200).contains(TimeLength.forms), "\(type)")
        }
        let put = StorePut.helpMessage(columns: 200)
        #expect(put.components(separatedBy: "else secret)").count == 2, "\(put)")
    }

    @Test(arguments: ["", "m", "5x", "-5m", "5.5m", "99999999999999999999s", "1m-2s", "٣m"])
    func refusesOtherTimes(_ text: String) {
        #expect(TimeLength(argument: text) == nil)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts = [""]
        var rest = self[...]
        while let first = rest.first {
            if rest.hasPrefix(separator) {
                parts.append("")
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
}
