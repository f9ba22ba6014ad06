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
        #expect(pairs(git("https://:token@git.test")) == ["git/https://git.test#": "token"])
    }

    /// Without a user name, the first login of a server counts, as in the programs that read these files; one that was stored
    /// before or is stored afterwards counts more.
    @Test(arguments: ["toto titi tata", "a b c", "c b a"])
    func theFirstLoginOfAServerCounts(_ users: String) throws {
        let names = users.split(separator: " ").map(String.init)
        for entries in [
            git(names.map { "https://\($0):x@h.test\n" }.joined()),
            try netrc(names.map { "machine h.test login \($0) password x\n" }.joined()),
        ] {
            let clock = TestClock()
            let store = MemoryStore(clock: clock)
            for draft in entries.drafts { try store.put(draft) }
            let credentials = StoredCredentials(store, clock: clock)
            let scope = CredentialScope(.git, server: "https://h.test")
            #expect(try credentials.find(scope, user: nil) { _ in true }?.user == names[0])
            try credentials.keep(Credential(user: "later", password: SharedSecret(text: "x")), for: scope)
            #expect(try credentials.find(scope, user: nil) { _ in true }?.user == "later")
            for draft in git("https://imported:x@h.test\n").drafts { try store.put(draft) }
            #expect(try credentials.find(scope, user: nil) { _ in true }?.user == "later")
        }
    }

    @Test(arguments: [
        ("nonsense", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://ada:x\r@git.test", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://ada:x%0a@git.test", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://git.test", "line 1: no user name"), ("https://ada@git.test", "line 1: no password"),
        ("https://ada:@git.test", "line 1: no password"), ("https://ada:x@", "line 1: no host"),
        ("\u{0}", "line 1: not of the form https://USER:PASSWORD@HOST"),
        ("https://a:1@h\nhttps://a:2@h", "line 2: an earlier one is for the same user"),
    ])
    func aLineThatGitWouldNotUseIsLeftOut(_ text: String, _ reason: String) {
        #expect(git(text).left == [reason])
    }

    @Test func linesMayEndAsOnWindows() throws {
        #expect(
            pairs(git("https://ada:x@h\r\n\r\n \t\nhttps://bob:y@h\r")) == [
                "git/https://h#ada": "x", "git/https://h#bob": "y",
            ])
        let text =
            "machine h\r\n  login ada\r\n  password x\r\nmacdef m\r\n machine i\r\n\r\nmachine j login bob password y\r\n"
        #expect(pairs(try netrc(text)) == ["git/https://h#ada": "x", "git/https://j#bob": "y"])
        #expect(try netrc("\u{FEFF}" + text).drafts.count == 2)
        #expect(pairs(git("\u{FEFF}https://ada:x@h\r\n")) == ["git/https://h#ada": "x"])
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

            machine C.Test:8443 password last login carol
            """)
        #expect(
            pairs(entries) == [
                "git/https://a.test#ada": "s3cret", "git/https://b.test#bob": "two words \"q\" #1",
                "git/https://c.test:8443#carol": "last",
            ])
        #expect(entries.left == ["line 6: a macro"])
    }

    @Test func whatOtherProgramsAddIsRead() throws {
        let entries = try netrc(
            "machine api.test login ada account default method interactive password x default login bob password y")
        #expect(pairs(entries) == ["git/https://api.test#ada": "x", "netrc/default": "y"])
        #expect(entries.drafts.last?.attributes == ["username": "bob"] && entries.left.isEmpty)
    }

    @Test(
        arguments: [
            ("default login x", "line 1: no password"),
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

    private func pass(_ bytes: [UInt8]) -> [String: [UInt8]] {
        var entries = ForeignEntries()
        PassEntry.add(Secret(bytes), name: "x", to: &entries)
        let pairs = entries.drafts.map { draft in (draft.name, draft.value.withBytes { Array($0) }) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test(arguments: [
        "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", "one\u{0}two\n", "\u{0}",
    ])
    func aKeyOrBytesAreOneValue(_ text: String) { #expect(pass(Array(text.utf8)) == ["x": Array(text.utf8)]) }

    @Test func bytesThatAreNoTextAreOneValue() {
        let bytes: [UInt8] = [0x30, 0x82, 0xFF, 0x0A, 0x80, 0x0A]
        #expect(pass(bytes) == ["x": bytes] && pass(bytes.dropLast()) == ["x": bytes.dropLast()])
        let latin1 = [0x70, 0xE4, 0x73, 0x73] as [UInt8]
        #expect(pass(latin1 + Array("\nuser: ada\n".utf8))["x"] == latin1)
    }

    @Test(arguments: ["", "\n", "\r\n"])
    func anAttachmentIsItsBytes(_ before: String) {
        let fields = ["Content-Disposition: attachment; filename=\"k\"", "content-transfer-encoding: Base64"]
        for fields in [fields, fields.reversed()] {
            let text = before + fields.joined(separator: "\n") + "\n\nAAEC\n/w==\n"
            #expect(pass(Array(text.utf8)) == ["x": [0, 1, 2, 0xFF]])
        }
    }

    @Test(arguments: [
        ("pw\nuser: ada", ["x": "pw", "x/notes": "user: ada"]), ("pw\n\nb\n\n", ["x": "pw", "x/notes": "\nb\n\n"]),
        ("pw\r\nuser: ada\r\n", ["x": "pw", "x/notes": "user: ada\r\n"]),
        ("pw\ntotp: otpauth://totp/a?secret=A\n", ["x": "pw", "x/otp": "otpauth://totp/a?secret=A"]),
        ("pw\n  OTPAUTH://totp/a?secret=A\r\n", ["x": "pw", "x/otp": "OTPAUTH://totp/a?secret=A"]),
        ("otp=otpauth://totp/a?secret=A", ["x": "otpauth://totp/a?secret=A"]),
        (
            "pw\norg-a: otpauth://totp/a?secret=A\n  b otpauth://totp/b?secret=B (phone)\nurl: u",
            [
                "x": "pw", "x/otp": "otpauth://totp/a?secret=A", "x/otp2": "otpauth://totp/b?secret=B",
                "x/notes": "org-a: x/otp\n  b x/otp2 (phone)\nurl: u",
            ]
        ),
        ("otpauth://totp/a?secret=A # mine\r\n", ["x": "otpauth://totp/a?secret=A", "x/notes": "x # mine\n"]),
        ("pw\nsee xotpauth://totp\n", ["x": "pw", "x/notes": "see xotpauth://totp\n"]),
        (
            "GOPASS-SECRET-1.0\nPassword: pw\nUrl: https://h\nTotp: otpauth://totp/a?secret=A\n",
            ["x": "pw", "x/notes": "Url: https://h\n", "x/otp": "otpauth://totp/a?secret=A"]
        ),
        ("Content-Disposition: x\nAAEC", ["x": "Content-Disposition: x", "x/notes": "AAEC"]),
    ])
    func linesOfTextAreKept(_ text: String, _ pairs: [String: String]) {
        #expect(pass(Array(text.utf8)) == pairs.mapValues { Array($0.utf8) })
    }

    @Test func aLoginOfDockersHelperBecomesOneOfDockers() {
        var entries = ForeignEntries()
        let folder = "docker-credential-helpers/"
        for (name, password) in [
            ("aHR0cHM6Ly9pbmRleC5kb2NrZXIuaW8vdjEv/ada", "{\n \"k\": 1\n}\n\r\n"), ("cj8_fn4-/<token>", "t"),
            ("cj8_fn4-", "t"),
            ("??/x", "t"),
        ] {
            PassEntry.add(SharedSecret(text: password).copy(), name: folder + name, to: &entries)
        }
        #expect(
            pairs(entries) == [
                "docker/https://index.docker.io/v1/": "{\n \"k\": 1\n}", "docker/r%3F%3F~~>": "t",
                folder + "cj8_fn4-": "t",
                folder + "??/x": "t",
            ])
        #expect(entries.drafts.prefix(2).map { $0.attributes["username"] } == ["ada", "<token>"])
    }

    @Test func aLoginOfGitsHelperBecomesOneOfGits() {
        for (name, text, expected) in [
            ("git/https/h/ada", "p=w\nservice=https://h:444\naccount=ada\n", ["git/https://h:444#ada": "p=w"]),
            (
                "git/https/h/ada", "pw\naccount=ada\n",
                ["git/https/h/ada": "pw", "git/https/h/ada/notes": "account=ada\n"]
            ),
            (
                "web", "pw\nservice=https://h\naccount=ada",
                ["web": "pw", "web/notes": "service=https://h\naccount=ada"]
            ),
        ] {
            var entries = ForeignEntries()
            PassEntry.add(SharedSecret(text: text).copy(), name: name, to: &entries)
            #expect(pairs(entries) == expected)
        }
    }

    // MARK: the desktop keyring

    private func keyring(_ items: [(String, [String: String], String)]) -> ForeignEntries {
        var entries = ForeignEntries()
        for (label, attributes, value) in items {
            let entry = StoreEntry(
                name: label, attributes: attributes, created: Timestamp(seconds: 5), modified: Timestamp(seconds: 5),
                version: 7)
            KeyringItem.add(StoreItem(entry: entry, value: SharedSecret(text: value)), to: &entries)
        }
        return entries
    }

    @Test func loginsOfOtherHelpersAreWhatGitAndDockerLookFor() {
        let git = ["xdg:schema": "org.git.Password", "protocol": "https", "user": "ada"]
        let docker = ["docker_cli": "1", "username": "hub"]
        let network = ["xdg:schema": "org.gnome.keyring.NetworkPassword", "user": "ada"]
        let entries = keyring([
            ("Git", git.merging(["server": "a.test", "object": ""]) { $1 }, "1"),
            ("Git", git.merging(["server": "b.test", "port": "8443", "object": "x/y.git"]) { $1 }, "2"),
            ("Git", git.merging(["server": "c.test"]) { $1 }, "3\npassword_expiry_utc=99\noauth_refresh_token=r"),
            ("Old", network.merging(["protocol": "http", "server": "d.test"]) { $1 }, "4"),
            ("git:https://e.test", ["service": "git:https://e.test:444/p", "account": "bob"], "5"),
            ("Docker", docker.merging(["server": "https://index.docker.io/v1/"]) { $1 }, "6"),
            ("Docker", ["xdg:schema": "io.docker.Credentials", "server": "r.test", "username": "u"], "7"),
            ("Share", network.merging(["protocol": "smb", "server": "f.test"]) { $1 }, "8"),
            ("pip", ["service": "https://pypi.test", "username": "ada", "xdg:schema": "any"], "9"),
            ("pip", ["service": "https://other.test", "username": "ada"], "10"),
        ])
        #expect(
            pairs(entries) == [
                "git/https://a.test#ada": "1", "git/https://b.test:8443/x/y.git#ada": "2",
                "git/https://c.test#ada": "3",
                "git/http://d.test#ada": "4", "git/https://e.test:444/p#bob": "5",
                "docker/https://index.docker.io/v1/": "6", "docker/r.test": "7", "Share": "8", "pip": "9",
                "pip 2": "10",
            ])
        #expect(entries.left.isEmpty && entries.drafts.allSatisfy { $0.history == nil })
        #expect(entries.drafts.last(where: { $0.name == "pip" })?.attributes["xdg:schema"] == nil)
    }

    @Test func aLoginThatGitCouldNotUseIsAnyEntry() {
        let git = [
            "xdg:schema": "org.git.Password", "protocol": "https", "user": "ada\nhost=evil.test", "server": "a.test",
        ]
        #expect(pairs(keyring([("Git", git, "1")])) == ["Git": "1"])
        #expect(pairs(keyring([("G", ["service": "git:https://e.test", "account": "b"], "1\n2")])) == ["G": "1\n2"])
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
