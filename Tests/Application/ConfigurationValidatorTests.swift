import Core
import Testing

@testable import Application

/// Tests the rules over a small table of settings.
struct ConfigurationValidatorTests {
    private static let types: [SettingType] = [
        SettingType("flag", .flag), SettingType("user", .text(nil)),
        SettingType("pin", .text(.publicKey), isRepeated: true),
        SettingType("field", .text(.field), isRepeated: true), SettingType("sap", .text(.address)),
        SettingType("authorization-url", .text(.address)), SettingType("resource", .text(.address)),
        SettingType("ecp", .flag),
        SettingType("count", .word(SettingWord("a number from 0", takesNumbers: true) { UInt32($0) != nil })),
        SettingType(
            "color", .word(SettingWord("'red' or 'blue'", choices: ["red", "blue"]) { "red blue".contains($0) })),
    ]
    private let validator = ConfigurationValidator(
        KnownSettings(excluding: ["insecure"], types.map(\.name).sorted()) { name in types.first { $0.name == name } })

    private func setting(
        _ key: String, _ values: Profile.Setting.Value..., form: Profile.Setting.Form = .single, line: Int = 1
    ) -> Profile.Setting {
        var setting = Profile.Setting(key: key, values: values)
        setting.form = form
        setting.keyPlace = Profile.Setting.Place(line: line, column: 1)
        setting.place = Profile.Setting.Place(line: line, column: 9)
        return setting
    }

    /// Returns the mistakes of a profile that names its server.
    private func mistakes(_ settings: Profile.Setting...) -> [String] {
        let profile = Profile(name: "p", settings: [setting("sap", .text("h.test"))] + settings)
        return validator.mistakes(in: Configuration(profiles: [profile])).map(\.what)
    }

    @Test func aValueHasTheTypeOfItsSetting() {
        #expect(
            mistakes(setting("flag", .flag(true)), setting("user", .text("ada")), setting("count", .number(1))) == [])
        #expect(mistakes(setting("flag", .text("x"))) == ["'flag' of 'p' takes true or false, not text"])
        #expect(mistakes(setting("flag", .number(1))) == ["'flag' of 'p' takes true or false, not a number"])
        #expect(mistakes(setting("user", .flag(true))) == ["'user' of 'p' takes text, not 'true'"])
        #expect(mistakes(setting("user", .number(1))) == ["'user' of 'p' takes text, not a number; quote it"])
        #expect(mistakes(setting("user", .other("a date"))) == ["'user' of 'p' takes text, not a date"])
        #expect(mistakes(setting("user", .text("a\0b"))) == ["'user' of 'p' holds a NUL character"])
        #expect(mistakes(setting("color", .number(1))) == ["'color' of 'p' takes 'red' or 'blue', not a number"])
        #expect(mistakes(setting("count", .text("x"))) == ["'count' of 'p' takes a number from 0, not 'x'"])
        #expect(mistakes(setting("count", .number(-1))) == ["'count' of 'p' takes a number from 0, not '-1'"])
        #expect(mistakes(setting("color", .text("rd"))).first?.hasSuffix("not 'rd'; did you mean 'red'?") == true)
    }

    @Test func aListIsForAnOptionThatRepeats() {
        let pin = "sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        #expect(mistakes(setting("pin", .text(pin), .text(pin), form: .list)) == [])
        #expect(mistakes(setting("user", .text("a"), form: .list)) == ["'user' of 'p' takes text, not a list"])
        #expect(
            mistakes(setting("pin", .text("a"), form: .table)) == ["'pin' of 'p' takes a list of texts, not a table"])
        #expect(mistakes(setting("field", .text("a=env:X"), form: .table)) == [])
        #expect(
            mistakes(setting("pin", .text(pin), .text("x"), form: .list)) == [
                "'pin' of 'p' takes a list of public keys as sha256//BASE64: 'x' is not a public key pin"
            ])
    }

    @Test func anUnknownSettingIsNamed() {
        #expect(mistakes(setting("usr", .text("x"))) == ["'p' has an unknown setting 'usr'; did you mean 'user'?"])
        #expect(mistakes(setting("mehtod", .text("x"))).first?.hasSuffix("did you mean 'method'?") == true)
        #expect(mistakes(setting("insecure", .flag(true))) == ["'p' has 'insecure', which cannot be set in a file"])
        #expect(mistakes(setting("profile", .text("p"))) == ["'p' has 'profile', which belongs in [defaults]"])
        let defaults = Configuration(defaults: [setting("method", .text("saml"))])
        #expect(
            validator.mistakes(in: defaults).map(\.what) == ["[defaults] has 'method', which belongs in a profile"])
    }

    @Test func aMethodIsOneOfTheList() {
        #expect(mistakes(setting("method", .text("saml"))) == [])
        #expect(
            mistakes(setting("method", .text("bsaic"))) == [
                "'method' of 'p' names an unknown method 'bsaic'; did you mean 'basic'?; there is 'saml', 'basic', 'adfs', 'sls', 'oauth'"
            ])
        #expect(
            mistakes(setting("method", .flag(true))) == ["'method' of 'p' takes the name of a method, such as 'saml'"])
        #expect(mistakes(setting("method", .text("basic"))) == ["the profile 'p' names no address"])
    }

    @Test func contradictionsAreNamedOnlyWhenEachValueIsRight() {
        let other = setting("authorization-url", .text("h.test"), line: 2)
        #expect(mistakes(other) == ["'p' has 'authorization-url' and 'sap', which exclude each other"])
        #expect(mistakes(other, setting("user", .number(1), line: 3)).count == 1)
        #expect(mistakes(setting("ecp", .flag(true))) == ["'p': 'ecp' needs the identity provider's SOAP endpoint"])
        #expect(mistakes(setting("ecp", .flag(false))) == [])
        let found = ConfigurationDiagnostic(.profile("p"), nil, "twice")
        let profile = Profile(name: "p", settings: [other, setting("sap", .text("h.test"))])
        let spoilt = Configuration(profiles: [profile], mistakes: [found])
        #expect(validator.mistakes(in: spoilt) == [found])
    }

    /// The settings of `[defaults]` hold for a profile too.
    @Test func theServerMayBeNamedForAll() {
        let profile = Profile(name: "p", settings: [setting("user", .text("ada"))])
        #expect(
            validator.mistakes(in: Configuration(profiles: [profile])).map(\.what) == [
                "the profile 'p' names no address"
            ])
        let defaults = [setting("sap", .text("h.test"))]
        #expect(validator.mistakes(in: Configuration(defaults: defaults, profiles: [profile])) == [])
    }

    @Test func theDefaultProfileIsOne() {
        let profile = Profile(name: "mail", settings: [setting("sap", .text("h.test"))])
        var configuration = Configuration(defaults: [setting("profile", .text("mali"))], profiles: [profile])
        #expect(
            validator.mistakes(in: configuration).map(\.what) == [
                "'profile' of [defaults] names 'mali', which is not a profile; did you mean 'mail'?"
            ])
        configuration.defaults = [setting("profile", .text("mail"))]
        #expect(validator.mistakes(in: configuration) == [])
    }

    /// A misspelt setting of another profile must not stop a command, and a wrong value can be replaced by an option.
    @Test func onlyWhatACommandUsesStopsIt() throws {
        let good = Profile(name: "good", settings: [setting("sap", .text("h.test")), setting("user", .number(1))])
        let bad = Profile(name: "bad", settings: [setting("usr", .text("x"), line: 7)])
        let configuration = Configuration(profiles: [bad, good])
        for owner in [.file, .defaults, .profile("good"), .profile("none")] as [ConfigurationDiagnostic.Owner] {
            try validator.check(owner, in: configuration, path: "c")
        }
        let error = #expect(throws: FedauthError.self) {
            try validator.check(.profile("bad"), in: configuration, path: "c")
        }
        #expect(error?.message == "'c' line 7, column 1: 'bad' has an unknown setting 'usr'; did you mean 'user'?")
    }

    @Test func valuesOfTheFileAreCheckedForTheOptionsOfACommand() throws {
        var settings = [setting("user", .number(1), line: 4)]
        let configuration = Configuration(profiles: [Profile(name: "p", settings: settings)])
        try validator.checkValues(settings, among: ["sap"], in: configuration, path: "c")
        let error = #expect(throws: FedauthError.self) {
            try validator.checkValues(settings, among: ["user"], in: configuration, path: "c")
        }
        #expect(error?.message == "'c' line 4, column 9: 'user' of 'p' takes text, not a number; quote it")
        // Without a place it comes from the environment or the command line, which the parser checks.
        settings[0].place = nil
        try validator.checkValues(settings, among: ["user"], in: configuration, path: "c")
    }

    @Test func mistakesStandInTheOrderOfTheFile() {
        let first = Profile(name: "a", settings: [setting("x", .text("x"), line: 9)])
        let second = Profile(name: "b", settings: [setting("y", .text("x"), line: 2)])
        let found = ConfigurationDiagnostic(.file, Profile.Setting.Place(line: 5, column: 1), "spoilt")
        let configuration = Configuration(profiles: [first, second], mistakes: [found])
        #expect(validator.mistakes(in: configuration).compactMap(\.place?.line) == [2, 5, 9])
        #expect(validator.mistakes(of: .file, in: configuration, values: true) == [found])
    }
}
