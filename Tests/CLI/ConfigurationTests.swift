import Configuration
import Core
import Testing

struct ConfigurationTests {
    private let text = """
        # mine
        [defaults]
        profile = "mail"   # the usual one
        timeout = "90s"

        [profile.mail]
        authorization-url = "https://mail.example.org/"
        field = ["code=totp:mail", "a=text:b"]
        accept-consent = true
        password-fd = 7

        # about the other
        [profile."a.b"]
        sap = "https://mobile.example.org"
        [profile."a.b".field]
        code = "totp:x"
        """

    @Test func readsDefaultsAndProfiles() throws {
        let configuration = try ConfigurationText.parse(text, path: "c")
        #expect(configuration.defaultProfile == "mail")
        #expect(configuration.profiles.map(\.name) == ["a.b", "mail"])
        let mail = try #require(configuration.profile("mail"))
        #expect(mail.text("authorization-url") == "https://mail.example.org/")
        #expect(mail.settings.first { $0.key == "field" }?.values == [.text("code=totp:mail"), .text("a=text:b")])
        #expect(mail.settings.first { $0.key == "accept-consent" }?.values == [.flag(true)])
        #expect(mail.text("password-fd") == "7")
        #expect(configuration.profile("a.b")?.settings.first { $0.key == "field" }?.values == [.text("code=totp:x")])
        #expect(mail.settings.first { $0.key == "authorization-url" }?.place?.line == 7)
    }

    @Test(arguments: [
        ("[defaults", "line 1"), ("x = 1", "'x' is neither"), ("[profile]\nmail = 1", "line 2, column 1"),
        ("[profile.\"a b\"]", "not a name for a profile"), ("[[profile.mail]]", "'profile.mail' is neither"),
        ("[profil.mail]\nuser = 'x'", "; did you mean 'profile'?"), ("[default]", "; did you mean 'defaults'?"),
        ("[profile.mail]\na = ada", "line 2"), ("[profile.mail]\na = 1\na = 2", "line 3"),
        ("[profile.mail]\n[profile.mail]", "line 2"),
        ("a = \"\u{1}\"", "line 1"), ("[profile.mail]\n\"a\\u0000b\".c = 1\n[x]", "line 3"),
        ("[profile.mail]\n" + String(repeating: "a.", count: 5000) + "a = 1", "line 2, column 1: a line of more than"),
        // A header without a name broke an assertion of toml++ 3.3.0.
        ("[ # x\n", "line 1, column 1: a line that is not TOML"), ("[[[", "line 1"), ("[", "line 1"), ("[[", "line 1"),
        ("[defaults]\n[\n[profile.a]\n[\n", "line 2, column 1: a line that is not TOML"),
        ("x = \"\"\"\n[\n\"\"\"\n[#\n", "line 4, column 1: a line that is not TOML"), ("x = \u{3C5}", "line 1"),
    ])
    func saysWhatIsWrongAndWhere(_ text: String, _ words: String) {
        let error = #expect(throws: FedauthError.self, "\(text)") {
            if let mistake = try ConfigurationText.parse(text, path: "c").mistakes.first {
                throw mistake.error(in: "c")
            }
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    /// A hundred nested lists and tables, each at a key with 4,000 dots: destroying so many would overflow the stack.
    @Test func tablesWithinTablesHaveALimit() {
        let key = String(repeating: "a.", count: 4000) + "a = [\n"
        let text = key + String(repeating: "{" + key, count: 99) + "1" + String(repeating: "]}", count: 99) + "]"
        let error = #expect(throws: FedauthError.self) { try ConfigurationText.parse(text, path: "c") }
        #expect(error?.code == .configuration && error?.message.contains("line 3") == true, "\(error?.message ?? "")")
    }

    @Test func saysWhereATextStopsBeingUTF8() {
        let bytes = Array("[defaults]\nuser = \"ü".utf8) + [0xFF, 0x22]
        let error = #expect(throws: FedauthError.self) {
            try bytes.withUnsafeBytes { try ConfigurationText.decode($0, path: "c") }
        }
        #expect(error?.message == "'c' line 2, column 10: it is not UTF-8")
    }

    @Test func addsAtTheEndAndKeepsTheRest() throws {
        let profile = Profile(
            name: "new",
            settings: [
                .init(key: "user", values: [.text("a\"\\\n\u{7}ü")]),
                .init(key: "field", values: [.text("x"), .text("y")]),
            ])
        let added = try ConfigurationEdit.adding(profile, to: text, path: "c")
        #expect(added.hasPrefix(text))
        #expect(try ConfigurationText.parse(added, path: "c").profile("new")?.settings.count == 2)
        #expect(throws: FedauthError.self) { try ConfigurationEdit.adding(profile, to: added, path: "c") }
    }

    @Test func removesOneAndKeepsTheRest() throws {
        let removed = try ConfigurationEdit.removing("a.b", from: text, path: "c")
        #expect(
            removed.contains("# mine") && removed.contains("the usual one") && !removed.contains("mobile.example.org"))
        #expect(try ConfigurationText.parse(removed, path: "c").profiles.map(\.name) == ["mail"])
        let both = try ConfigurationEdit.removing("mail", from: removed, path: "c")
        #expect(try ConfigurationText.parse(both, path: "c").profiles.isEmpty)
        #expect(throws: FedauthError.self) { try ConfigurationEdit.removing("mail", from: both, path: "c") }
    }

    @Test func refusesAnEditThatLinesCannotExpress() throws {
        for text in ["profile.mail.user = \"x\"\n", "[profile]\nmail = { user = \"x\" }\n"] {
            #expect(throws: FedauthError.self) { try ConfigurationEdit.removing("mail", from: text, path: "c") }
            #expect(throws: FedauthError.self) {
                try ConfigurationEdit.changing("mail", setting: [], removing: ["user"], in: text, path: "c")
            }
        }
    }
}
