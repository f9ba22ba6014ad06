import Core
import Secrets
import Support
import Testing

/// Tests git's credential protocol: parsing, rejected input, and output.
struct CredentialDescriptionTests {
    private func read(_ text: String) throws -> CredentialDescription {
        try SharedSecret(text: text).withBytes { try CredentialDescription(reading: $0) }
    }

    private func text(_ secret: borrowing Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test func readsEveryKeyUpToTheEmptyLine() throws {
        let description = try read(
            """
            capability[]=authtype
            capability[]=state
            capability[]=telepathy
            protocol=https
            host=git.example.org:8443
            path=a/b.git
            username=ada
            password=pa=ss wörd
            password_expiry_utc=2000000000
            oauth_refresh_token=r
            authtype=Bearer
            credential=c
            ephemeral=1
            continue=true
            wwwauth[]=Basic realm="x"
            wwwauth[]=Bearer
            state[]=helper:1
            future=thing
            quit=no

            host=evil.example.org
            """)
        #expect(description.scheme == "https" && description.host == "git.example.org:8443")
        #expect(description.path == "a/b.git" && description.user == "ada" && !description.quits)
        #expect(description.password?.equals("pa=ss wörd") == true)
        #expect(description.passwordExpires == Timestamp(seconds: 2_000_000_000))
        #expect(description.refreshToken?.equals("r") == true && description.authorizationScheme == "Bearer")
        #expect(description.authorization?.equals("c") == true && description.isEphemeral && description.isContinued)
        #expect(description.challenges.count == 2 && description.states.count == 1)
        #expect(description.capabilities == [.authtype, .state])
        #expect(description.scope == CredentialScope(.git, server: "https://git.example.org:8443", path: "a/b.git"))
        #expect(!"\(description)".contains("wörd"))
    }

    @Test func anEmptyValueEmptiesAList() throws {
        let description = try read("wwwauth[]=a\nwwwauth[]=\nwwwauth[]=b\ncapability[]=state\ncapability[]=\n")
        #expect(description.challenges == [SharedSecret(text: "b")] && description.capabilities.isEmpty)
    }

    @Test(arguments: [
        ("https://git.example.org", "https", "git.example.org", nil, nil, nil),
        ("https://git.example.org:8443/a/b.git/", "https", "git.example.org:8443", "a/b.git", nil, nil),
        ("https://ada@git.example.org//a", "https", "git.example.org", "a", "ada", nil),
        ("https://ad%61:p%3Aw:x@git.example.org/", "https", "git.example.org", nil, "ada", "p:w:x"),
        ("https://:@h/%20a", "https", "h", " a", "", ""), ("cert:///path/to", "cert", "", "path/to", nil, nil),
        ("http://[::1]:80/x", "http", "[::1]:80", "x", nil, nil), ("https://h?x", "https", "h", "?x", nil, nil),
        ("https://a@b@h/", "https", "h", nil, "a@b", nil), ("https://h/a%zz%4", "https", "h", "a%zz%4", nil, nil),
    ])
    func cutsAnAddressAsGitDoes(
        _ url: String, _ scheme: String, _ host: String, _ path: String?, _ user: String?, _ password: String?
    ) throws {
        let description = try read("url=\(url)\n")
        #expect(description.scheme == scheme && description.host == host)
        #expect(description.path == path && description.user == user)
        #expect(description.password == password.map { SharedSecret(text: $0) })
    }

    @Test(arguments: [
        "protocol", "host=a\r\n", "host=a\u{0}\n", "future=a\rb\n", "protocol=https://x\n", "protocol=ht tp\n",
        "host=a/b\n", "host=a b\n", "host=a@b\n", "host=a\u{9}\n", "host=a\u{85}\n", "username=a\u{1B}b\n", "url=x\n",
        "url=://x\n", "url=https:/x\n", "url=https://h%0ahost=evil/\n", "url=https://h/%0d\n", "url=https://a%00@h/\n",
        "url=https://h%2fevil/\n", "=\r\n", "\r\n",
    ])
    func refusesWhatOthersCouldReadInAnotherWay(_ text: String) throws {
        let error = try #require(throws: FedauthError.self) { try read(text) }
        #expect(error.code == .usage && error.message.hasPrefix("line 1 of the credential's description "), "\(error)")
        #expect(!error.message.contains("evil"))
    }

    private static let keys = [
        "protocol", "host", "path", "username", "password", "password_expiry_utc", "oauth_refresh_token", "authtype",
        "credential",
    ]

    /// A program that asks may read the first of two values, and the one that answers the second.
    @Test(arguments: keys)
    func aValueIsGivenOnce(_ key: String) throws {
        #expect(try read("\(key)=1\n\(key)=1\n") == read("\(key)=1\n"))
        let error = failure { _ = try read("\(key)=1\nfuture=x\n\(key)=2\n") }
        #expect(
            error?.code == .usage
                && error?.message
                    == "line 3 of the credential's description changes a value that an earlier line has given"
        )
    }

    /// Whether an address and other lines mean one place: git lets an address empty what it does not have.
    @Test(arguments: [
        ("host=evil", "url=https://h/", false), ("url=https://h/", "host=evil", false),
        ("url=https://h/", "host=h", true),
        ("url=https://h/", "protocol=http", false), ("url=https://h/", "url=https://h/p", true),
        ("url=https://h/p", "url=https://h/", false), ("url=https://h/p", "url=https://evil/p", false),
        ("path=p", "url=https://h/", false), ("username=ada", "url=https://h/", false),
        ("url=https://h/", "username=ada", true), ("url=https://bob@h/", "username=ada", false),
        ("url=https://h/", "path=p", true), ("password=a", "url=https://u:b@h/", false),
        ("url=https://u:b@h/", "password=b", true),
    ])
    func anAddressAndOtherLinesMeanOnePlace(_ first: String, _ second: String, _ isTaken: Bool) throws {
        #expect((failure { _ = try read("\(first)\n\(second)\n") } == nil) == isTaken)
    }

    @Test func refusesNamesThatAreNotUTF8ButTakesSuchPasswords() throws {
        #expect(throws: FedauthError.self) {
            try SharedSecret(Secret(Array("username=".utf8) + [0xE4])).withBytes {
                try CredentialDescription(reading: $0)
            }
        }
        let description = try SharedSecret(Secret(Array("password=".utf8) + [0xE4])).withBytes {
            try CredentialDescription(reading: $0)
        }
        #expect(description.password == SharedSecret(Secret([0xE4])))
    }

    @Test func aLineHasALimit() throws {
        let longest = String(repeating: "x", count: CredentialDescription.lineBytes - 1 - "password=".count)
        #expect(try read("password=\(longest)\n").password?.count == longest.count)
        #expect(throws: FedauthError.self) { try read("password=\(longest)x\n") }
        #expect(throws: FedauthError.self) { try read(String(repeating: "state[]=x\n", count: 100_000)) }
    }

    @Test func withoutProtocolOrHostThereIsNoScope() throws {
        for text in [
            "", "protocol=https\n", "host=h\n", "protocol=https\nhost=\n", "protocol=\nhost=h\n",
        ] {
            #expect(try read(text).scope == nil, "\(text)")
        }
    }

    @Test func answersWithTheCredentialOnlyAndWithNothingThatWasNotAskedFor() throws {
        var description = try read(
            "url=https://ada:pw@h/p\nwwwauth[]=Basic\nauthtype=Bearer\ncredential=c\nstate[]=s\n")
        description.passwordExpires = Timestamp(seconds: 5)
        #expect(text(try description.answer()) == "username=ada\npassword=pw\npassword_expiry_utc=5\n")
        #expect(
            text(try description.text())
                == "protocol=https\nhost=h\npath=p\nusername=ada\npassword=pw\npassword_expiry_utc=5\nwwwauth[]=Basic\n"
        )
        description.capabilities = [.authtype, .state]
        #expect(
            text(try description.answer())
                == "capability[]=authtype\nauthtype=Bearer\ncredential=c\nusername=ada\npassword=pw\npassword_expiry_utc=5\n"
        )
        #expect(text(try description.text()).hasSuffix("wwwauth[]=Basic\nstate[]=s\n"))
        #expect(try read(text(try description.text())) == description)
    }

    @Test(arguments: ["a\nhost=evil", "a\r", "a\u{0}b"])
    func writesNothingThatWouldBeReadAsSomethingElse(_ password: String) {
        var description = CredentialDescription()
        description.password = SharedSecret(text: password)
        let error = #expect(throws: FedauthError.self) { _ = try description.answer() }
        #expect(error?.message.contains("'password' holds a line break") == true)
    }

    @Test func namesThePlaceWithoutWhatCouldMislead() throws {
        #expect(try read("url=https://a%20d:x@h:1/p%20q\n").place == "https://a%20d@h:1/p%20q")
        #expect(
            try read("url=https://git.example%2Flogin%3A%40x@evil.example/\n").place
                == "https://git.example%2Flogin%3A%40x@evil.example")
        #expect(try read("protocol=https\nhost=h\nusername=\n").place == "https://h")
        #expect(try read("protocol=https\nhost=h\nusername=a\u{202E}b\n").place == "https://a%E2%80%AEb@h")
    }

    private static let texts = [
        "capability[]=authtype\nprotocol=https\nhost=h:1\npath=a\nusername=u\npassword=p\nwwwauth[]=x\n\n",
        "url=https://u%41:p%3A@h:443/a%2Fb/\nephemeral=1\n", "authtype=Bearer\ncredential=c\npassword_expiry_utc=99\n",
    ]
    private static let words = [
        "=", "\n", "\r\n", "\n\n", "host=", "url=", "://", "@", ":", "/", "%0a", "%00", "%", "[]=", "password=",
        "\u{202E}", "quit=1\n", "99999999999999999999",
    ]

    /// A randomly damaged description is rejected, or its output parses to the same description again.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func meansOneThing(_ seed: UInt64) throws {
        var mutator = Mutator(seed: seed, words: Self.words)
        for _ in 0..<100 {
            let bytes = SharedSecret(Secret(mutator.spoil(mutator.pick(Self.texts))))
            do {
                var description = try bytes.withBytes { try CredentialDescription(reading: $0) }
                if let host = description.host { #expect(!host.utf8.contains { "\r\n\0 /@#?".utf8.contains($0) }) }
                // These members are not written.
                description.quits = false
                description.isEphemeral = false
                description.capabilities = [.authtype, .state]
                if description.authorization == nil || description.authorizationScheme == nil {
                    (description.authorization, description.authorizationScheme) = (nil, nil)
                    description.capabilities = [.state]
                }
                let written = SharedSecret(try description.text())
                #expect(try written.withBytes { try CredentialDescription(reading: $0) } == description)
            } catch let error as FedauthError {
                #expect(error.code == .usage && error.message.count < 200, "\(error)")
            }
        }
    }
}
