import Configuration
import Core
import Testing

/// Tests that an edit changes its setting and nothing else.
struct ConfigurationEditTests {
    private let text = """
        # the file

        [defaults]
        profile = "mail"   # the usual one

        # about mail
        [profile.mail] # [odd]
        # who
        user = "ada" # me
        field = [
          "code=totp:mail", # one
          "[profile.x]",
        ]
        text = \"""
        [profile.y]
        \"""
        # last of mail

        # about the other
        [profile."a.b"]
        sap = "https://mobile.example.org"

        """

    private func setting(_ key: String, _ values: String...) -> Profile.Setting {
        .init(key: key, values: values.map(Profile.Setting.Value.text))
    }

    private func changed(_ text: String, _ settings: [Profile.Setting], removing: [String] = []) throws -> String {
        try ConfigurationEdit.changing("mail", setting: settings, removing: removing, in: text, path: "c")
    }

    private func replacing(_ old: String, with new: String) -> String {
        text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }

    @Test func aValueIsReplacedAndItsCommentStays() throws {
        #expect(try changed(text, [setting("user", "bob \"x\"")]) == replacing("\"ada\"", with: "\"bob \\\"x\\\"\""))
    }

    @Test func aListIsReplacedAsAWhole() throws {
        let old = "[\n  \"code=totp:mail\", # one\n  \"[profile.x]\",\n]"
        #expect(try changed(text, [setting("field", "a", "b")]) == replacing(old, with: "[\"a\", \"b\"]"))
    }

    @Test func aNewSettingStandsBehindTheLastOne() throws {
        #expect(
            try changed(text, [setting("check", "x")])
                == replacing("\"\"\"\n# last", with: "\"\"\"\ncheck = \"x\"\n# last"))
        #expect(try changed("[profile.mail]", [setting("user", "x")]) == "[profile.mail]\nuser = \"x\"\n")
        let tables = "[profile.mail.field]\na = \"text:1\"\n[profile.mail]\n"
        #expect(try changed(tables, [setting("user", "x")]) == tables + "user = \"x\"\n")
    }

    @Test func aSettingIsTakenOut() throws {
        #expect(try changed(text, [], removing: ["user"]) == replacing("user = \"ada\" # me\n", with: ""))
        let tables = "[profile.mail]\nuser = \"x\"\n[profile.mail.field]\na = \"text:1\"\n\n# b\n[profile.b]\n"
        #expect(try changed(tables, [], removing: ["field"]) == "[profile.mail]\nuser = \"x\"\n\n# b\n[profile.b]\n")
        let error = #expect(throws: FedauthError.self) { try changed(text, [], removing: ["usr"]) }
        #expect(error?.message.contains("did you mean 'user'?") == true)
    }

    @Test func aProfileGoesWithItsOwnCommentOnly() throws {
        let removed = try ConfigurationEdit.removing("mail", from: text, path: "c")
        #expect(
            removed == """
                # the file

                [defaults]
                profile = "mail"   # the usual one

                # about the other
                [profile."a.b"]
                sap = "https://mobile.example.org"

                """)
        let other = try ConfigurationEdit.removing("a.b", from: text, path: "c")
        #expect(other.hasSuffix("# last of mail\n") && !other.contains("about the other"))
    }

    @Test func aFileOfAnotherSystemKeepsItsLineBreaks() throws {
        let windows = replacing("\n", with: "\r\n")
        for edited in [
            try changed(windows, [setting("check", "x"), setting("user", "y")], removing: ["field"]),
            try ConfigurationEdit.removing("a.b", from: windows, path: "c"),
            try ConfigurationEdit.adding(Profile(name: "n", settings: [setting("sap", "x")]), to: windows, path: "c"),
        ] {
            let bytes = Array(edited.utf8)
            #expect(bytes.indices.allSatisfy { bytes[$0] != 0x0A || $0 > 0 && bytes[$0 - 1] == 0x0D }, "\(edited)")
        }
    }

    @Test func inlineTablesCanBeChanged() throws {
        let text = "[profile]\nmail = { user = \"ada\", sap = \"x\" } # both\n"
        #expect(
            try changed(text, [setting("user", "bob")])
                == "[profile]\nmail = { user = \"bob\", sap = \"x\" } # both\n")
    }

    @Test func theLineOfAProfileIsFound() {
        #expect(ConfigurationText.line(of: "a.b", in: text) == 20)
        #expect(ConfigurationText.line(of: "x", in: text) == nil)
    }
}
