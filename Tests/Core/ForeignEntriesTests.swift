import Secrets
import Support
import Testing

@testable import Core

/// Tests the formats of other programs' secrets, also malformed ones.
struct ForeignEntriesTests {
    private func pairs(_ entries: ForeignEntries) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: entries.drafts.map { draft in
                let item = StoreItem(
                    entry: StoreEntry(
                        name: draft.name, kind: draft.kind, attributes: draft.attributes,
                        created: Timestamp(seconds: 0),
                        modified: Timestamp(seconds: 0), version: 1), value: draft.value)
                let value = (try? CredentialEntry.credential(item).password) ?? draft.value
                return (draft.name, value.withBytes { String(decoding: $0, as: UTF8.self) })
            })
    }

    private func netrc(_ text: String) throws -> ForeignEntries { try NetrcFile.entries(SharedSecret(text: text)) }
    private func git(_ text: String) -> ForeignEntries { GitCredentialFile.entries(SharedSecret(text: text)) }

    // MARK: git-credential-store

    @Test func passwordsOfGitAreDecoded() {
        let entries = git("https://ada:p%40ss%3A%C3%BC@git.example.org:8443\n\nhttp://bob:x@host.test/a/b.git\n")
        #expect(
            pairs(entries) == [
                "git/https://git.example.org:8443#ada": "p@ss:ü", "git/http://host.test/a/b.git#bob": "x",
            ])
        #expect(entries.left.isEmpty)
        #expect(entries.drafts[0].attributes["username"] == "ada")
    }

    @Test(arguments: [
        ("nonsense", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://ada:x@git.test\r", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://ada:x%0a@git.test", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://git.test", "line 1: no user name"), ("https://ada@git.test", "line 1: no password"),
        ("https://ada:@git.test", "line 1: no password"), ("https://ada:x@", "line 1: no host"),
        ("\u{0}", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://a:1@h\nhttps://a:2@h", "line 2: an earlier one is for the same user"),
    ])
    func aLineThatGitWouldNotUseIsLeftOut(_ text: String, _ reason: String) {
        #expect(git(text).left == [reason])
    }

    // MARK: netrc

    @Test func loginsAreReadInEveryLayout() throws {
        let entries = try netrc(
            """
            # comment password x
            machine a.test login ada password s3cret account x
            machine b.test
              login bob
              password "two words \\"q\\" #1"
            macdef init
              machine evil.test login x password y

            machine c.test:8443 password last login carol
            """)
        #expect(
            pairs(entries) == [
                "git/https://a.test#ada": "s3cret", "git/https://b.test#bob": "two words \"q\" #1",
                "git/https://c.test:8443#carol": "last",
            ])
        #expect(entries.left == ["line 6: a macro"])
    }

    @Test(
        arguments: [
            ("default login x password y", "line 1: 'default' names no host"),
            ("\nmachine a.test login x", "line 2: no password"), ("machine a.test password x", "line 1: no user name"),
            ("machine a/b login x password y", "line 1: no host"),
            ("machine a@b login x password y", "line 1: no host"),
            ("machine \"a\\nhost=b\" login x password y", nil),
            ("machine \"a b\" login x password y", "line 1: no host"),
        ] as [(String, String?)])
    func aLoginThatCannotBeUsedIsLeftOut(_ text: String, _ reason: String?) throws {
        if let reason {
            #expect(try netrc(text).left == [reason])
        } else {
            #expect(throws: FedauthError.self) { try netrc(text) }
        }
    }

    @Test(arguments: [
        "machine", "machine a.test login", "machine a.test login x password", "secret", "machine a.test pasword s3cret",
        "machine a.test password \"open", "machine a.test password \"two\nlines\"", "machine a.test login \u{1}",
    ])
    func aMalformedFileIsRefusedWithoutItsContent(_ text: String) {
        let error = #expect(throws: FedauthError.self) { try netrc(text) }
        #expect(error?.code == .usage && error?.message.contains("s3cret") == false)
        #expect(error?.message.hasPrefix("line ") == true)
    }

    // MARK: pass

    private func pass(_ text: String) -> ForeignEntries {
        var entries = ForeignEntries()
        PassEntry.add(SharedSecret(text: text).copy(), name: "web/mail", to: &entries)
        return entries
    }

    @Test func theFirstLineIsThePassword() {
        #expect(pairs(pass("s3cret\n")) == ["web/mail": "s3cret"])
        #expect(pairs(pass("s3cret")) == ["web/mail": "s3cret"])
        let key = "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ"
        let entries = pass("s3cret\nuser: ada\n\(key)\nurl: x\n")
        #expect(pairs(entries) == ["web/mail": "s3cret", "web/mail/otp": key, "web/mail/notes": "user: ada\nurl: x\n"])
        #expect(entries.drafts.map(\.kind) == ["secret", "totp", "secret"])
        #expect(pairs(pass(key)) == ["web/mail": key])
        #expect(pass(key).drafts.map(\.kind) == ["totp"])
        #expect(pass("\n\n").left == ["web/mail: it is empty"])
        #expect(pairs(pass("\nuser: ada\n")) == ["web/mail/notes": "user: ada\n"])
    }

    // MARK: Limits

    @Test func namesThatNoStoreOrFedauthTakesAreLeftOut() {
        var entries = ForeignEntries()
        for name in ["session/mail", "identity/x", "a\nb", "", "x", "x"] {
            entries.add(StoreDraft(name: name, value: SharedSecret(text: "v")))
        }
        #expect(entries.drafts.map(\.name) == ["x"])
        #expect(entries.left.count == 5)
        #expect(entries.left.allSatisfy { !$0.contains("\n") })
        #expect(entries.left.last == "x: another entry has this name")
    }
}
