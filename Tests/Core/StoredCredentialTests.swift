@testable import Core
import Secrets
import Support
import Testing

/// Tests credentials in a store: their names, look-up, storing and erasing.
struct StoredCredentialTests {
    private let clock = TestClock()
    private let store: MemoryStore
    private let credentials: GitCredentials

    init() {
        store = MemoryStore(clock: clock)
        credentials = GitCredentials(store, clock: clock)
    }

    private func description(_ text: String) throws -> CredentialDescription {
        try SharedSecret(text: text).withBytes { try CredentialDescription(reading: $0) }
    }

    private func keep(_ text: String, forSeconds seconds: Int64? = nil) throws {
        try credentials.keep(try description(text), forSeconds: seconds)
    }

    /// Returns `user:password` of the found credential, or nil if there is none.
    private func find(_ text: String) throws -> String? {
        guard let found = try credentials.filled(try description(text)) else { return nil }
        let secret = found.password ?? found.authorization
        return (found.user ?? "-") + ":" + (secret?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "-")
    }

    private var names: [String] { get throws { try store.list().map(\.name) } }

    @Test func schemeHostPortAndUserAreExact() throws {
        try keep("url=https://ada:pw@h.example\n")
        #expect(try find("url=https://h.example\n") == "ada:pw" && find("url=https://ada@h.example/x\n") == "ada:pw")
        for other in [
            "http://h.example", "https://h.example:443", "https://H.example", "https://x.h.example", "https://h.exampl",
            "https://bob@h.example", "https://Ada@h.example", "https://@h.example", "https://",
        ] {
            #expect(try find("url=\(other)\n") == nil, "\(other)")
        }
        #expect(try names == ["git/https://h.example#ada"])
    }

    @Test func spellingsOfALetterAreNotTheSame() throws {
        try keep("url=https://caf\u{E9}:1@h\n")
        #expect(try find("url=https://cafe\u{301}@h\n") == nil && find("url=https://caf\u{E9}@h\n") != nil)
        try keep("url=https://cafe\u{301}:2@h\n")
        #expect(try names.count == 2 && find("url=https://caf\u{E9}@h\n") == "caf\u{E9}:1")
    }

    @Test func theLastOneStoredAnswersUnlessTheUserIsNamed() throws {
        for (user, password) in [("c", "1"), ("a", "2"), ("b", "3")] { try keep("url=https://\(user):\(password)@h\n") }
        #expect(try find("url=https://h\n") == "b:3" && find("url=https://c@h\n") == "c:1")
        // Stores a credential again that was found before.
        try keep("url=https://c:1@h\n")
        #expect(try find("url=https://h\n") == "c:1")
        let version = try #require(try store.get("git/https://h#c")).entry.version
        try keep("url=https://c:1@h\n")
        #expect(try store.get("git/https://h#c")?.entry.version == version, "it was written again for nothing")
    }

    @Test func pathsCountWhereBothHaveOne() throws {
        try keep("url=https://a:1@h/one\n")
        try keep("url=https://a:2@h\n")
        #expect(try find("url=https://h/one\n") == "a:1" && find("url=https://a@h/one\n") == "a:1")
        #expect(try find("url=https://h/two\n") == "a:2" && find("url=https://h\n") == "a:2")
        try credentials.forget(try description("url=https://h/one\n"))
        #expect(try names == ["git/https://h#a"])
        #expect(try find("url=https://h/one\n") == "a:2")
    }

    @Test func onlyWhatWasRefusedIsForgotten() throws {
        try keep("url=https://a:1@h\n")
        try keep("url=https://b:2@h\n")
        try keep("url=https://b:2@other\n")
        try credentials.forget(try description("url=https://a:wrong@h\n"))
        #expect(try names.count == 3)
        try credentials.forget(try description("url=https://a:1@h\n"))
        #expect(try names == ["git/https://h#b", "git/https://other#b"])
        for nowhere in ["", "protocol=https\n", "protocol=https\nhost=\n", "host=h\n"] {
            try credentials.forget(try description(nowhere))
        }
        #expect(try names.count == 2)
        try credentials.forget(try description("url=https://h\n"))
        #expect(try names == ["git/https://other#b"])
        // The server refused a password for one of its paths, so the credential for the whole server is erased.
        try credentials.forget(try description("url=https://b:2@other/path\n"))
        #expect(try names.isEmpty)
    }

    @Test func anExpiredPasswordIsNotHandedOutWhatRenewsItIs() throws {
        let end = clock.now.seconds + 60
        try keep("url=https://a:1@h\npassword_expiry_utc=\(end)\n")
        try keep("url=https://b:2@h\npassword_expiry_utc=\(end)\noauth_refresh_token=r\n")
        #expect(try store.get("git/https://h#a")?.entry.expires?.seconds == end)
        #expect(try store.get("git/https://h#b")?.entry.expires == nil)
        #expect(try find("url=https://h\n") == "b:2")
        clock.now = Timestamp(seconds: end)
        #expect(try find("url=https://a@h\n") == nil)
        let renewing = try #require(try credentials.filled(try description("url=https://h\n")))
        #expect(renewing.user == "b" && renewing.password == nil && renewing.passwordExpires == nil)
        #expect(renewing.refreshToken?.equals("r") == true)
        try keep("url=https://c:3@h\n")
        #expect(try find("url=https://h\n") == "c:3")
        // A look-up removes nothing.
        #expect(try names.count == 3)
    }

    @Test func aLimitOfOursEndsEverything() throws {
        try keep("url=https://a:1@h\noauth_refresh_token=r\n", forSeconds: 5)
        #expect(try find("url=https://h\n") == "a:1")
        clock.now = clock.now.adding(seconds: 5)
        #expect(try find("url=https://h\n") == nil && find("url=https://a@h\n") == nil)
    }

    @Test func keepsOnlyWhatIsToBeKept() throws {
        for text in [
            "url=https://h\n", "url=https://a@h\n", "url=https://a:1@h\nephemeral=1\n", "username=a\npassword=1\n",
            "protocol=https\nhost=\nusername=a\npassword=1\n", "url=https://a:1@h\npassword_expiry_utc=1\n",
            "url=https://h\ncredential=x\n", "url=https://h\nauthtype=Bearer\n",
        ] {
            try keep(text)
        }
        #expect(try names.isEmpty)
        try keep("protocol=https\nhost=h\nusername=\npassword=\n")
        #expect(try names == ["git/https://h#"] && find("url=https://h\n") == ":")
    }

    @Test func anAuthorizationIsForThoseWhoUnderstandIt() throws {
        try keep("capability[]=authtype\nurl=https://h\nauthtype=Bearer\ncredential=t\n")
        #expect(try find("url=https://h\n") == nil)
        #expect(try find("capability[]=authtype\nurl=https://h\n") == "-:t")
        #expect(try names == ["git/https://h"])
    }

    @Test func hostileNamesStayApart() throws {
        let users = ["a", "a#b", "a%23b", "a b", "a?b", "a/b", "a\u{202E}", "ä", "", "https://h#a"]
        for user in users {
            var given = try description("protocol=https\nhost=h\npassword=\(user)\n")
            given.user = user
            try credentials.keep(given)
        }
        #expect(try names.count == users.count)
        for user in users { #expect(try find("protocol=https\nhost=h\nusername=\(user)\n") == "\(user):\(user)") }
        for name in try names { #expect(name.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(name)") }
    }

    @Test func aNameThatIsTooLongIsAnErrorWhenKeptAndNothingWhenLookedFor() throws {
        let long = String(repeating: "n", count: 600)
        #expect(throws: FedauthError.self) { try keep("protocol=https\nhost=h\nusername=\(long)\npassword=1\n") }
        #expect(try find("protocol=https\nhost=h\nusername=\(long)\n") == nil)
    }

    @Test func aLockedStoreIsNoEmptyOne() throws {
        try keep("url=https://a:1@h\n")
        try store.lock()
        for ask in ["url=https://h\n", "url=https://a@h\n"] {
            let error = #expect(throws: FedauthError.self) { _ = try find(ask) }
            #expect(error?.code == .storeLocked)
        }
        #expect(throws: FedauthError.self) { try credentials.forget(try description("url=https://h\n")) }
        try store.unlock(forSeconds: nil)
        #expect(try find("url=https://h\n") == "a:1")
    }

    @Test func anEntryThatCannotBeReadIsDamageAndNothingIsForgotten() throws {
        try keep("url=https://a:1@h\n")
        try store.put(
            StoreDraft(
                name: "git/https://h#b", kind: CredentialEntry.kind,
                attributes: ["server": "https://h", "username": "b", "order": "9223372036854775807"],
                value: SharedSecret(text: "x")))
        let error = #expect(throws: FedauthError.self) { try credentials.forget(try description("url=https://h\n")) }
        #expect(error?.code == .storeDamaged && error?.message.contains("git/https://h#b") == true)
        #expect(try names.count == 2)
        // A new credential replaces the entry, even if its attributes are damaged.
        try keep("url=https://b:2@h\n")
        #expect(try find("url=https://h\n") == "b:2")
        // Entries of other kinds are ignored.
        try store.put(
            StoreDraft(name: "git/https://i#c", attributes: ["server": "https://i"], value: SharedSecret(text: "")))
        #expect(try find("url=https://i\n") == nil && find("url=https://c@i\n") == nil)
    }

    @Test func everyPartComesBackAndNoCutIsATrap() throws {
        try keep(
            "capability[]=authtype\nurl=https://a:pw@h\nauthtype=Bearer\ncredential=t\noauth_refresh_token=r\n"
                + "password_expiry_utc=4000000000\n")
        let item = try #require(try store.get("git/https://h#a"))
        let credential = try CredentialEntry.credential(item)
        #expect(
            credential
                == Credential(
                    user: "a", password: SharedSecret(text: "pw"),
                    authorization: .init(scheme: "Bearer", value: SharedSecret(text: "t")),
                    refreshToken: SharedSecret(text: "r"), expires: Timestamp(seconds: 4_000_000_000)))
        #expect(item.entry.kind == "credential" && !item.entry.attributes.values.contains("pw"))
        for length in 0..<item.value.count {
            var cut = item.value.copy()
            cut.truncate(to: length)
            _ = try? CredentialEntry.credential(StoreItem(entry: item.entry, value: SharedSecret(cut)))
        }
    }

    @Test func familiesAndRealmsAreApart() throws {
        let docker = DockerCredentials(store, clock: clock)
        try docker.keep(.init(server: "https://h", user: "d", secret: SharedSecret(text: "1")))
        #expect(try find("url=https://h\n") == nil)
        try keep("url=https://a:1@h\n")
        #expect(
            try docker.find("https://h")?.user == "d" && docker.find("https://h/x") == nil && docker.find("i") == nil)
        try docker.keep(.init(server: "https://h", user: "e", secret: SharedSecret(text: "2")))
        #expect(try docker.list().map(\.user) == ["e"])
        try docker.forget("https://h")
        #expect(try names == ["git/https://h#a"])
        let stored = StoredCredentials(store, clock: clock)
        for family in [CredentialScope.Family.cargo, .terraform] {
            let scope = CredentialScope(family, server: "https://h")
            #expect(try stored.find(scope, user: nil) { _ in true } == nil, "\(family)")
            try stored.keep(.token(SharedSecret(text: "3")), for: scope)
            #expect(try stored.find(scope, user: nil) { _ in true }?.password?.equals("3") == true, "\(family)")
            #expect(try find("url=https://h\n") == "a:1" && docker.find("https://h") == nil, "\(family)")
            try stored.forget(scope, user: nil) { _, _ in true }
        }
        let realm = CredentialScope(.http, server: "https://h", realm: "Staff only")
        try stored.keep(Credential(user: "a", password: SharedSecret(text: "9")), for: realm)
        #expect(try names.last == "http/https://h?Staff%20only#a")
        #expect(try stored.find(realm, user: nil) { _ in true }?.password?.equals("9") == true)
        #expect(try stored.find(CredentialScope(.http, server: "https://h"), user: nil) { _ in true } == nil)
    }

    @Test(arguments: ["https://H", "h", "h:443", "https://h:443/", "https://h/v1/", "h/v2", "h/"])
    func aRegistryHasOneLoginHoweverItIsSpelt(_ spelling: String) throws {
        let docker = DockerCredentials(store, clock: clock)
        try docker.keep(.init(server: "https://h", user: "d", secret: SharedSecret(text: "1")))
        for other in ["http://h", "h:5000", "h/x", "h.example", "https://h/v1/x"] {
            try docker.keep(.init(server: other, user: "o", secret: SharedSecret(text: "0")))
        }
        let found = try docker.find(spelling)
        #expect(found?.user == "d" && found?.server == spelling)
        try docker.keep(.init(server: spelling, user: "e", secret: SharedSecret(text: "2")))
        #expect(try docker.list().filter { $0.user == "e" }.map(\.server) == [spelling])
        #expect(try docker.list().count == 6 && docker.find("https://h")?.user == "e")
        try docker.forget("https://h")
        #expect(try docker.list().count == 5 && docker.find(spelling) == nil)
    }

    @Test func whatCannotBeReadIsNotMissing() throws {
        try keep("url=https://ada:1@h\n")
        try keep("url=https://bob:2@h\n")
        try keep("url=https://ada:3@other\n")
        let docker = DockerCredentials(store, clock: clock)
        try docker.keep(.init(server: "https://h:444/v1/", user: "d", secret: SharedSecret(text: "4")))
        store.unreadable = ["git/https://h#ada", "docker/https://h:444/v1/", "mine"]
        #expect(try find("url=https://bob@h\n") == "bob:2" && find("url=https://h\n") == "bob:2")
        #expect(try find("url=https://other\n") == "ada:3" && find("url=https://carol@h\n") == nil)
        #expect(try find("url=https://h.example\n") == nil && docker.find("other") == nil)
        #expect(try docker.list().map(\.server) == ["https://h:444/v1/"])
        try keep("url=https://carol:5@h\n")
        store.unreadable.insert("git/https://other#ada")
        for text in ["url=https://ada@h\n", "url=https://other\n", "url=https://ada@other/x\n"] {
            #expect(failure { _ = try find(text) }?.code == .storeDamaged, "\(text)")
            #expect(failure { try credentials.forget(try description(text)) }?.code == .storeDamaged, "\(text)")
        }
        for server in ["https://h:444/v1/", "h:444"] {
            #expect(failure { _ = try docker.find(server) }?.code == .storeDamaged, "\(server)")
        }
    }

    @Test func theKeyOfACertificateHasNoHost() throws {
        for (name, empty) in [("a", "host=\nusername=\n"), ("b", "")] {
            let file = "protocol=cert\n\(empty)path=/home/\(name).pem\n"
            try keep(file + "password=\(name)\n")
            for asked in [
                file, "protocol=cert\nhost=\nusername=\npath=/home/\(name).pem\n",
                "protocol=cert\npath=/home/\(name).pem\n",
            ] {
                #expect(try find(asked)?.hasSuffix(":\(name)") == true, "\(asked)")
            }
        }
        for other in [
            "protocol=cert\npath=/home/c.pem\n", "protocol=cert\n", "protocol=https\npath=/home/a.pem\n",
            "protocol=cert\nhost=h\npath=/home/a.pem\n",
        ] {
            #expect(try find(other) == nil, "\(other)")
        }
        try credentials.forget(try description("protocol=cert\nhost=\nusername=\npath=/home/a.pem\n"))
        #expect(try names == ["git/cert:////home/b.pem"])
    }

    @Test func aSessionsTokenIsLentToAGitThatTakesIt() throws {
        let url = try WebURL("https://h.example:8443/finish")
        let end = clock.now.adding(seconds: 120)
        let session = Session(
            name: "s", method: "adfs", url: url, user: "ada", presenter: "none", obtained: clock.now, expires: end,
            expiryBasis: .token, jar: CookieJar(),
            token: SessionToken(kind: .bearer, value: SharedSecret(text: "t0ken"), expires: end), result: .token)
        try store.put(session.draft)
        let asked = "capability[]=authtype\nprotocol=https\nhost=h.example:8443\npath=x.git\n"
        for more in ["username=ada\n", "wwwauth[]=Basic realm=\"x\"\nwwwauth[]=bearer\n"] {
            #expect(try credentials.filled(try description(asked + more))?.authorization != nil, "\(more)")
        }
        let found = try credentials.filled(try description(asked))
        #expect(found?.authorizationScheme == "Bearer" && found?.authorization?.equals("t0ken") == true)
        #expect(found?.isEphemeral == true && found?.isComplete == true && found?.password == nil)
        #expect(found?.passwordExpires == clock.now.adding(seconds: 60), "a minute early")
        var ofOther = credentials
        ofOther.wantedUser = "bob"
        #expect(try ofOther.filled(try description(asked)) == nil)
        for other in [
            "protocol=https\nhost=h.example:8443\n", "capability[]=authtype\nprotocol=https\nhost=h.example\n",
            "capability[]=authtype\nprotocol=http\nhost=h.example:8443\n", asked + "username=bob\n",
            asked + "wwwauth[]=Basic realm=\"bearer\"\n",
        ] {
            #expect(try credentials.filled(try description(other)) == nil, "\(other)")
        }
        if let found { try credentials.keep(found) }
        #expect(try names == ["session/s"], "what is lent is not stored")
        try credentials.forget(try description(asked + "authtype=Bearer\ncredential=other\n"))
        #expect(try credentials.filled(try description(asked)) == found)
        try credentials.forget(try description(asked + "authtype=Bearer\ncredential=t0ken\n"))
        #expect(try credentials.filled(try description(asked)) == nil, "what was refused is not lent again")
        #expect(try names == ["session/s"])
        try store.put(session.draft)
        try keep("url=https://ada:pw@h.example:8443\n")
        #expect(try find(asked) == "ada:pw")
        try credentials.forget(try description("url=https://h.example:8443\n"))
        clock.now = clock.now.adding(seconds: 61)
        #expect(try credentials.filled(try description(asked)) == nil, "one that ends within a minute is of no use")
    }

    @Test func dockersMessageSaysWhatItLacks() throws {
        func login(_ text: String) throws -> DockerCredentials.Login {
            try DockerCredentials.Login(reading: try JSONReader.parse(SharedSecret(text: text)))
        }
        let whole = try login(#"{"ServerURL":"https://h","Username":"d","Secret":"1"}"#)
        #expect(whole == .init(server: "https://h", user: "d", secret: SharedSecret(text: "1")))
        #expect(try login(#"{"ServerURL":"h","Username":"d","Secret":""}"#).secret.isEmpty)
        // The other operations read an address without the white space around it.
        #expect(try login(#"{"ServerURL":" \n\u2003https://h ","Username":"d","Secret":"1"}"#) == whole)
        for (text, lack) in [
            ("[]", DockerCredentials.Lack.server), (#"{"ServerURL":"","Username":"d"}"#, .server),
            (#"{"ServerURL":" \u00A0","Username":"d"}"#, .server),
            (#"{"ServerURL":"h","Secret":"1"}"#, .user), (#"{"ServerURL":"h","Username":"d","Secret":1}"#, .secret),
        ] {
            #expect(throws: lack) { try login(text) }
        }
    }

    /// Stores a password as `fedauth basic` does.
    private func keep(_ user: String, _ password: String, realm: String?, in collection: String? = nil) throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: user, password: SharedSecret(text: password)),
            for: ProtectionSpace(try WebURL("https://h:8443/").origin, realm: realm).scope(in: collection))
    }

    @Test func gitGetsThePasswordOfTheOnlyRealm() throws {
        try keep("ada", "1", realm: "Staff")
        for ask in ["https://h:8443/repository.git", "https://ada@H:8443"] {
            #expect(try find("url=\(ask)\n") == "ada:1", "\(ask)")
        }
        for other in ["https://h", "http://h:8443", "https://h.x:8443", "https://bob@h:8443", "ssh://h:8443"] {
            #expect(try find("url=\(other)\n") == nil, "\(other)")
        }
        // The same password is not stored twice. Another password gets git's own entry, which takes precedence.
        try keep("url=https://ada:1@h:8443\n")
        #expect(try names == ["http/https://h:8443?Staff#ada"])
        try keep("url=https://ada:2@h:8443\n")
        #expect(try find("url=https://h:8443\n") == "ada:2" && names.count == 2)
        // A refused password is erased from its entry, and no other password is.
        try credentials.forget(try description("url=https://ada:2@h:8443\n"))
        #expect(try find("url=https://h:8443\n") == "ada:1")
        try credentials.forget(try description("url=https://h:8443\n"))
        try credentials.forget(try description("url=https://ada:3@h:8443\n"))
        #expect(try find("url=https://h:8443\n") == "ada:1")
        try credentials.forget(try description("url=https://ada:1@h:8443\n"))
        #expect(try names == [])
    }

    @Test func whichRealmIsMeantMustBeKnown() throws {
        try keep("ada", "1", realm: "Staff")
        try keep("eve", "9", realm: "Staff", in: "work")
        let asked = #"url=https://h:8443\#nwwwauth[]=Basic realm="Else"\#n"#
        #expect(try find(asked) == nil && find("url=https://h:8443\n") == "ada:1")
        try keep("ada", "1", realm: "Else")
        try keep("bob", "2", realm: "Else")
        #expect(try find("url=https://h:8443\n") == nil && find(asked) == "bob:2")
        #expect(try find(asked + "username=ada\n") == "ada:1")
        try credentials.forget(try description(asked + "username=ada\npassword=1\n"))
        let left = try names.filter { $0.hasPrefix("http/") }
        #expect(left == ["http/https://h:8443?Else#bob", "http/https://h:8443?Staff#ada"])
        // An expired credential is not found.
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "bob", password: SharedSecret(text: "2"), expires: Timestamp(seconds: 1)),
            for: CredentialScope(.http, server: "https://h:8443", realm: "Else"))
        #expect(try find("url=https://h:8443\n") == "ada:1")
    }
}
