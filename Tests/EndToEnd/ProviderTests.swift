import FoundationEssentials
import Glibc
import Testing

/// Tests `--provider PROGRAM`: header fields and client certificates of the user's own program.
struct ProviderTests {
    let home: Home
    let server: BasicServer
    private static let password = "Circle of Life"
    private static let basic = "Basic " + Data(("ada:" + password).utf8).base64EncodedString()
    private static let answer = #"{"type":"headers","headers":[{"Authorization":"\#(basic)"},{"X-Asked":"no"}]}"#

    init() throws {
        home = try Home()
        server = try BasicServer.start()
    }

    /// Writes a program for a shell that records each question and then runs this text.
    private func program(_ text: String) throws -> String {
        let path = try home.file("provider", "#!/bin/bash\nread -r told; echo \"$told\" >> $HOME/told\n\(text)\n")
        chmod(path, 0o700)
        return path
    }

    /// Returns the values of a member in all questions so far, as text.
    private func told(_ member: String) throws -> [String] {
        guard access(home.path + "/told", F_OK) == 0 else { return [] }
        return try Files.text(home.path + "/told").split(separator: "\n").map { line in
            let value = line.components(separatedBy: "\"\(member)\":").dropFirst().first ?? ""
            return String(value.prefix { $0 != "," && $0 != "}" }).replacing("\"", with: "")
        }
    }

    private func request(_ program: String, _ path: String = "/basic", _ more: [String] = []) throws -> Outcome {
        try home.fedauth(["request", server.main + path, "--no-input", "--fail", "--provider", program] + more)
    }

    @Test func itIsAskedOnceAndThenNeverAgainUntilItIsRefused() throws {
        let program = try program("echo '\(Self.answer)'")
        let first = try request(program)
        #expect(first.status == 0, "\(first)")
        let records = try server.takeRecords()
        #expect(records.count == 2 && records[0].field("X-Asked") == nil && records[1].field("X-Asked") == "no")
        // Another command sends the field with its first request.
        #expect(try request(program).status == 0)
        #expect(try server.takeRecords().count == 1)
        #expect(try told("lastResult") == ["none"] && told("interactive") == ["false"])
        #expect(try told("kind") == ["headers"] && told("status") == ["401"])
        let listed = try home.fedauth("store", "list")
        #expect(listed.text.contains("provider/headers/http://127.0.0.1:"), "\(listed)")

        // A field that is refused now is erased, reported to the provider, and requested again.
        try server.setPassword(of: "ada", to: "else")
        let refused = try request(program)
        #expect(refused.status == 3, "\(refused)")
        #expect(refused.errors.contains("was refused by") && refused.errors.contains("gave again what"), "\(refused)")
        #expect(try told("lastResult") == ["none", "failure"])
        let other = Self.answer.replacing(
            Self.basic, with: "Basic " + Data("ada:else".utf8).base64EncodedString())
        _ = try self.program("echo '\(other)'")
        #expect(try request(program).status == 0)
        #expect(try request(program).status == 0)
        #expect(try told("lastResult") == ["none", "failure", "failure"])
    }

    /// The stored answer belongs to the program's path: another program of the same name does not get it, and the directory of
    /// the call does not matter.
    @Test func aProgramIsWhereItIsAndNotWhatItIsCalled() throws {
        let program = try program("echo '\(Self.answer)'")
        let other = home.path + "/other"
        mkdir(other, 0o700)
        _ = try home.file("other/provider", "#!/bin/bash\ntouch $HOME/other-asked\necho '\(Self.answer)'\n")
        chmod(other + "/provider", 0o700)
        func request(in directory: String, _ program: String) throws -> Int32? {
            let words = ["request", server.main + "/basic", "--no-input", "--fail", "--provider", program]
            return try Run.program(
                "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", directory, Home.binary] + words,
                environment: home.environment
            ).status
        }
        #expect(try request(in: home.path, "./provider") == 0)
        #expect(try request(in: "/", program) == 0)
        #expect(try told("lastResult") == ["none"])
        #expect(try request(in: other, "./provider") == 0)
        #expect(access(home.path + "/other-asked", F_OK) == 0)
    }

    @Test func cancelSendsNothing() throws {
        let outcome = try request(try program(#"echo '{"type":"cancel"}'; sleep 60"#))
        outcome.expectComplaint(5, "cancelled: nothing was sent to '127.0.0.1:")
        #expect(try server.takeRecords().count == 1)
        let json = try request(home.path + "/provider", "/basic", ["--json"])
        #expect(json.status == 5 && json.text.contains(#""cancelled""#), "\(json)")
    }

    @Test func whatItHasNotIsAskedElsewhere() throws {
        let outcome = try home.fedauth(
            [
                "request", server.main + "/basic", "--no-input", "--fail", "--provider",
                try program(#"echo '{"type":"none"}'"#), "--user", "ada", "--password-stdin",
            ], input: Self.password)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try told("user") == ["ada"])
    }

    @Test(arguments: [
        ("exit 0", 1, "ended with status 0, and gave no answer"), ("exit 7", 1, "ended with status 7"),
        ("kill -SEGV $$", 1, "ended with signal 11"), ("echo garbage; sleep 60", 1, "is not JSON"),
        (#"echo '{"type":"headers","headers":[{"Host":"x"}]}'"#, 1, "'Host', which says where"),
        (#"echo '{"type":"headers","headers":[{"A":"b\r\nC: d"}]}'"#, 1, "a value for the header field 'A'"),
        ("head -c 5000000 /dev/zero | tr '\\0' ' '; sleep 60", 1, "a line of more than"),
        (#"yes '{"type":"unheard"}'"#, 1, "1000 lines, and no answer"),
        (#"echo '{"type":"error","code":"input-needed","message":"no key"}'"#, 4, "no key"),
        ("sleep 300", 6, "timed out after 1 s"), ("trap '' TERM; while :; do sleep 1; done", 6, "timed out after 1 s"),
    ])
    func whatGoesWrongIsSaid(_ text: String, _ status: Int32, _ words: String) throws {
        let more = text.contains("sleep 300") || text.contains("trap") ? ["--timeout", "1s"] : []
        try request(try program(text), "/basic", more).expectComplaint(status, words)
    }

    @Test func whatCannotBeStartedIsSaid() throws {
        try request("/nosuch/program").expectComplaint(
            1, "there is no program '/nosuch/program' to provide credentials")
        try request(try home.file("plain", "")).expectComplaint(1, "plain'")
        // Without a challenge, the provider is not even looked up.
        #expect(try home.fedauth("request", server.main + "/recorded", "--provider", "/nosuch/program").status == 0)
    }

    /// A profile can name the provider; `basic` answers a 401 itself; with `--no-sign-in` the provider is not called.
    @Test func itIsASetting() throws {
        let program = try program("echo '\(Self.answer)'")
        try home.fedauth(
            "profile", "add", "p", "--method", "basic", "--resource", server.main + "/basic", "--provider", program)
        #expect(try home.fedauth("profile", "show", "p").text.contains("provider"))
        let left = try home.fedauth("request", server.main + "/basic", "--no-input", "--no-sign-in", "--fail")
        #expect(left.status == 3, "\(left)")
        let basic = try home.fedauth(
            ["login", "p", "--no-input", "--user", "ada", "--password-stdin"], input: Self.password)
        #expect(basic.status == 0, "\(basic)")
        #expect(try told("kind").isEmpty)
        let outcome = try home.fedauth("request", server.main + "/basic", "--no-input", "--fail")
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Tests a sign-in by pages, behind a gateway that requires header fields.
    @Test func aSignInUsesIt() throws {
        let program = try program("echo '\(Self.answer)'")
        let words = [
            "saml", "--authorization-url", server.main + "/cookie", "--finish", server.main + "/cookie", "--no-input",
            "--provider", program,
        ]
        #expect(try home.fedauth(words).status == 0)
        #expect(try home.fedauth(words + ["--force"]).status == 0)
        #expect(try told("lastResult") == ["none"])
        #expect(try server.takeRecords().map { $0.field("X-Asked") ?? "" } == ["", "no", "no"])
        // After a redirect from another server, the provider is called only if this server was named.
        let away = try BasicServer.start()
        var led = words
        led[2] = away.main + "/away?to=" + server.main + "/cookie"
        led[4] = away.main + "/open"
        #expect(try home.fedauth(led).status != 0)
        #expect(try server.takeRecords().map { $0.field("X-Asked") ?? "" } == [""])
        _ = try home.fedauth(led + ["--provider-origin", server.main])
        #expect(try server.takeRecords().map { $0.field("X-Asked") ?? "" } == ["no"])
    }

    @Test func signingOutForgets() throws {
        let program = try program("echo '\(Self.answer)'")
        try home.fedauth(
            "profile", "add", "p", "--method", "basic", "--resource", server.main + "/basic", "--provider", program)
        #expect(try home.fedauth("request", server.main + "/basic", "--no-input", "--fail").status == 0)
        let out = try home.fedauth("logout", "p")
        #expect(out.status == 0 && out.errors.contains("what a provider gave for http://127.0.0.1:"), "\(out)")
        #expect(try !home.fedauth("store", "list").text.contains("provider/"))
        #expect(try home.fedauth("logout", "p").status == 10)
        #expect(try home.fedauth("request", server.main + "/basic", "--no-input", "--fail").status == 0)
        #expect(try home.fedauth("logout", "--all").status == 0)
        #expect(try !home.fedauth("store", "list").text.contains("provider/"))
        #expect(try told("lastResult") == ["none", "none"])
    }

    /// The provider's answer is in no argument, no variable of any process, and no trace.
    @Test func secretsAreNowhereElse() throws {
        let text = """
            for file in /proc/$$ /proc/$PPID; do cat $file/cmdline $file/environ 2>/dev/null; done > $HOME/seen
            echo '\(Self.answer)'
            """
        let trace = home.path + "/trace"
        let outcome = try request(try program(text), "/basic", ["--trace", trace, "--verbose"])
        #expect(outcome.status == 0, "\(outcome)")
        let secret = String(Self.basic.dropFirst(6))
        #expect(try !Files.text(home.path + "/seen").contains(secret))
        #expect(try Files.text(trace).contains("x-asked: …") && !Files.text(trace).contains(secret))
        #expect(!outcome.errors.contains(secret), "\(outcome)")
    }

    /// A program with a terminal may ask there; its input says so.
    @Test func itAsksOnTheTerminal() throws {
        let path = try program(
            """
            printf 'your word: ' > /dev/tty; read -r word < /dev/tty
            [ "$word" = needle ] && echo '\(Self.answer)' || echo '{"type":"cancel"}'
            """)
        let terminal = try TerminalChild(
            Home.binary, ["request", server.main + "/basic", "--fail", "--provider", path],
            environment: home.environment)
        try terminal.expect("your word: ")
        terminal.type("needle")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try told("interactive") == ["true"])
    }
}

/// Tests the certificates of a provider, with TLS 1.2 and 1.3.
struct ProvidedCertificateTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    /// Writes a program that gives this identity of the lab and records its calls.
    private func program(_ name: String, password: String? = nil, asFile: Bool = false) throws -> String {
        let identity = try #require(lab.challenges.identities[name])
        let phrase = try password ?? Files.text(identity.passphraseFile)
        let content = asFile ? #""file":"\#(identity.p12File)""# : #""pkcs12":"'$(base64 -w0 '\#(identity.p12File)')'""#
        let path = try home.file(
            "provider",
            """
            #!/bin/bash
            read -r told; echo "$told" >> $HOME/told
            echo '{"type":"certificate",\(content),"password":"\(phrase)"}'

            """)
        chmod(path, 0o700)
        return path
    }

    private func told() throws -> [String] {
        guard access(home.path + "/told", F_OK) == 0 else { return [] }
        return try Files.text(home.path + "/told").split(separator: "\n").map(String.init)
    }

    private func request(
        _ server: String, _ program: String, _ more: String..., path: String = "/echo"
    ) throws -> Outcome {
        let origin = try #require(lab.challenges.urls[server])
        return try home.fedauth(["request", origin + path, "--no-input", "--provider", program] + more)
    }

    @Test(arguments: ["tls12", "tls13"])
    func itIsAskedForOnceAndKept(_ server: String) throws {
        let program = try program("ada", asFile: server == "tls12")
        for _ in 0..<2 {
            let outcome = try request(server, program)
            #expect(outcome.status == 0 && outcome.text.contains("\"certificate\": \"ada\""), "\(outcome)")
        }
        let told = try told()
        #expect(told.count == 1 && told[0].contains(#""kind":"certificate""#), "\(told)")
        #expect(told[0].contains(#""issuers":["/"#), "\(told)")
        #expect(told[0].contains(#""challenge":"tls""#) && told[0].contains(#""lastResult":"none""#), "\(told)")
        #expect(try home.fedauth("store", "list").text.contains("provider/certificate/https://app.localhost:"))
    }

    /// Some paths of a server require a certificate. The server asks for it after it has read the request: with a renegotiation
    /// (TLS 1.2), or after the handshake (TLS 1.3). fedauth sends the whole request again.
    @Test(arguments: ["inner12", "inner13"])
    func itIsAskedForBehindTheRequest(_ server: String) throws {
        let program = try program("ada")
        // A public path causes no question.
        #expect(try request(server, program).status == 0 && told().isEmpty)
        let data = String(repeating: "x", count: 100_000)
        let file = try home.file("content", data)
        let origin = try #require(lab.challenges.urls[server])
        for words in [["-d", "@\(file)"], ["-T", file], []] {
            let outcome = try home.fedauth(
                ["request", origin + "/inner/echo", "--no-input", "--provider", program] + words)
            #expect(outcome.status == 0 && outcome.text.contains("\"certificate\": \"ada\""), "\(outcome)")
            #expect(outcome.text.contains("\"length\": \(words.isEmpty ? 0 : data.count)"), "\(outcome)")
        }
        let told = try told()
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains(#""issuers":["/"#) == true, "\(told)")
    }

    /// Without a provider, the error says what is missing; a bound identity is sent at once.
    @Test(arguments: ["inner12", "inner13"])
    func whatIsMissingBehindTheRequestIsSaid(_ server: String) throws {
        let origin = try #require(lab.challenges.urls[server])
        let outcome = try home.fedauth("request", origin + "/inner/echo", "--no-input")
        outcome.expectComplaint(3, "'app.localhost' asks for a client certificate")
        let refused = try request(server, try program("revoked"), path: "/inner/echo")
        #expect(refused.status == 3 && refused.errors.contains("gave again what"), "\(refused)")
    }

    @Test(arguments: ["tls12", "tls13"])
    func aRefusedOneIsAskedForAnew(_ server: String) throws {
        let bad = try request(server, try program("revoked"))
        #expect(bad.status == 3 && bad.errors.contains("gave again what"), "\(bad)")
        #expect(try told().map { $0.contains(#""lastResult":"failure""#) } == [false, true])
        #expect(try told().last?.contains("revoked") == true, "the program is told why")
        let good = try request(server, try program("ada"))
        #expect(good.status == 0, "\(good)")
        #expect(try told().count == 3)
        #expect(try told().last?.contains(#""lastResult":"none""#) == true, "no store was made for a failure")
    }

    @Test func whatDoesNotOpenIsSaid() throws {
        try request("tls13", try program("ada", password: "wrong"))
            .expectComplaint(13, "the passphrase does not open 'the certificate of")
        let broken = try home.file("broken", "#!/bin/sh\necho '{\"type\":\"certificate\",\"pkcs12\":\"MIIB\"}'\n")
        chmod(broken, 0o700)
        try request("tls13", broken).expectComplaint(15, "is damaged, or no PKCS#12 file")
        let absent = try home.file("absent", "#!/bin/sh\necho '{\"type\":\"certificate\",\"file\":\"/nosuch.p12\"}'\n")
        chmod(absent, 0o700)
        try request("tls13", absent).expectComplaint(10, "/nosuch.p12")
        let none = try home.file("none", "#!/bin/sh\necho '{\"type\":\"none\"}'\n")
        chmod(none, 0o700)
        try request("tls13", none).expectComplaint(3, "client certificate")
        let cancel = try home.file("cancel", "#!/bin/sh\necho '{\"type\":\"cancel\"}'\n")
        chmod(cancel, 0o700)
        try request("tls12", cancel).expectComplaint(5, "cancelled")
    }

    /// The server of a sign-in requires a certificate; the user named its addresses.
    @Test(arguments: ["strict12", "strict13"])
    func aSignInUsesIt(_ port: String) throws {
        let server = try TLSServer.get()
        let pem = try home.file(
            "client.pem",
            try ["pem", "key"].map { String(decoding: try Files.bytes("\(server.folder)/client.\($0)"), as: UTF8.self) }
                .joined())
        let program = try home.file("file", "#!/bin/sh\necho '{\"type\":\"certificate\",\"file\":\"\(pem)\"}'\n")
        chmod(program, 0o700)
        // The stored answer is enough for a check, which asks nothing, also if it was stored for a named user.
        for user in [[], ["--user", "ada"]] {
            let done = try home.fedauth(server.signIn(port) + ["--provider", program] + user)
            #expect(done.status == 0 && done.text.contains("nothing was done") == false, "\(done)")
            let name = program + ".away"
            rename(program, name)
            let checked = try home.fedauth("status", "--check", "--cacert", server.caFile, "--provider", program)
            #expect(checked.status == 0, "\(checked)")
            rename(name, program)
            try home.fedauth("logout", "--cacert", server.caFile)
        }
    }
}
