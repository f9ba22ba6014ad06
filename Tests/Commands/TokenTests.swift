import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth token` and `fedauth export-headers`.
struct TokenTests {
    let home: Home

    init() throws {
        home = try CommandHome()
        try home.keep(CraftedSession())
    }

    @Test func aSessionWithoutATokenNamesTheOption() throws {
        let outcome = try home.fedauth("token", "mail")
        outcome.expectComplaint(10, "'mail' keeps no token")
        #expect(outcome.errors.contains("--keep-assertion"), "\(outcome)")
    }

    @Test func aBearerTokenIsPrintedAndGoesIntoItsField() throws {
        try home.keep(CraftedSession(name: "api", bearer: "tok.en\"\\1"))
        #expect(try home.fedauth("token", "api").text == "tok.en\"\\1\n")
        try home.fedauth("token", "api", "--decode").expectComplaint(2, "'bearer'")
        let cookies = "Cookie: sid=s3cr3t-value/+x; id=42\n"
        #expect(try home.fedauth("export-headers", "mail").text == cookies)
        #expect(try home.fedauth("export-headers", "api").text == cookies + "Authorization: Bearer tok.en\"\\1\n")
        #expect(
            try home.fedauth("export-headers", "api", "--format", "curl").text
                == "header = \"Cookie: sid=s3cr3t-value/+x; id=42\"\nheader = \"Authorization: Bearer tok.en\\\"\\\\1\"\n"
                + "proto = \"=https\"\nproto-redir = \"=https\"\n")
        let json = try home.fedauth("export-headers", "api", "--json").text
        #expect(json.contains(#"{"name":"Authorization","value":"Bearer tok.en\"\\1"}"#), "\(json)")
        let status = try home.fedauth("status", "api", "--json").text
        #expect(status.contains("\"kind\":\"bearer\"") && !status.contains("tok.en"), "\(status)")
        #expect(!(try home.fedauth("status", "mail", "--json").text).contains("token"))
    }

    @Test func nothingIsForAnotherHost() throws {
        try home.keep(CraftedSession(name: "api", bearer: "tok.en.123"))
        try home.fedauth("export-headers", "api", "--url", "https://elsewhere.example.org/")
            .expectComplaint(10, "has nothing for")
        try home.fedauth("export-headers", "api", "--url", "https://service.example.org:8443/x", "-q").expectNoToken()
    }

    @Test func aTokenIsShownToTheAddressThatTellsWhetherItHolds() throws {
        let server = try BasicServer.start()
        for (name, status) in [("open", Int32(0)), ("basic", 4)] {
            try home.keep(CraftedSession(name: name, cookies: [], bearer: "tok.en.123", isToken: true))
            let added = try home.fedauth(
                "profile", "add", name, "--authorization-url", "https://service.example.org/", "--check",
                server.main + "/" + name)
            #expect(added.status == 0, "\(added)")
            let outcome = try home.fedauth("status", name, "--check")
            #expect(outcome.status == status, "\(outcome)")
            #expect(try server.takeRecords().map { $0.field("Authorization") } == ["Bearer tok.en.123"])
        }
    }

    @Test func aFieldThatIsNoneIsRefused() throws {
        try home.keep(CraftedSession(name: "bad", cookies: [.init(name: "c", value: "a\r\nHost: evil")]))
        let formats = ["header", "curl", "env", "systemd", "shell"].map { ["export-cookies", "bad", "--format", $0] }
        for words in [["export-headers", "bad"], ["export-headers", "bad", "--format", "curl"]] + formats {
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 15 && outcome.errors.contains("control character"), "\(outcome)")
            #expect(outcome.text == (words.last == "shell" ? "false;\n" : ""), "\(outcome)")
        }
        try home.fedauth("exec", "bad", "--", "echo", "ran").expectComplaint(15, "control character")
        try home.keep(CraftedSession(name: "bearer", bearer: "a\nX: y"))
        try home.fedauth("export-headers", "bearer").expectComplaint(15, "'Authorization'")
    }

    @Test func aSessionThatIsOverGivesNothing() throws {
        try home.keep(CraftedSession(name: "old", expires: 100))
        for command in ["export-headers", "export-cookies"] {
            let outcome = try home.fedauth(command, "old")
            #expect(outcome.status == 4 && outcome.errors.contains("'old' ended at"), "\(outcome)")
            // A session without a profile cannot be renewed with 'login'.
            #expect(outcome.errors.contains("hint: sign in by 'fedauth saml https://"), "\(outcome)")
        }
        try home.fedauth("profile", "add", "old", "--authorization-url", "https://service.example.org/")
        let outcome = try home.fedauth("export-headers", "old")
        #expect(outcome.errors.contains("hint: sign in by 'fedauth login old'\n"), "\(outcome)")
    }

    /// The session has not expired, so the error must not say so.
    @Test func aSessionWithoutACookieIsNotToldAsOver() throws {
        let cookies = [CraftedSession.Cookie(name: "a", value: "b", domain: "idp.example.org")]
        try home.keep(CraftedSession(name: "bare", cookies: cookies))
        try home.fedauth("export-headers", "bare").expectComplaint(4, "'bare' has no cookie left for its address")
        let status = try home.fedauth("status", "bare")
        #expect(
            status.status == 4 && status.text.hasPrefix("bare: the session has no cookie left for https://"),
            "\(status)")
    }

    /// Options that would have no effect are an error.
    @Test(arguments: [
        ["export-headers", "mail", "--json", "--format", "header"],
        ["export-headers", "mail", "--json", "--format", "curl"],
        ["export-cookies", "mail", "--json", "--format", "header"],
        ["export-cookies", "mail", "--json", "-o", "-", "--format=netscape"],
        ["export-cookies", "mail", "--shell", "fish", "--format", "json"],
        ["export-cookies", "mail", "--shell=sh", "-o", "FILE"],
        ["export-cookies", "mail", "--dialect", "wget", "--json"],
        ["export-cookies", "mail", "--dialect", "curl", "--format", "curl"],
        ["export-cookies", "mail", "--dialect", "python", "--format", "httpie"],
        ["export-cookies", "mail", "--all", "--url", "https://service.example.org/", "-o", "-"],
        ["status", "mail", "--all"], ["logout", "mail", "--all"],
        ["export-cookies", "mail", "--unset", "--format", "netscape"],
        ["export-cookies", "mail", "--unset", "-o", "-"],
    ])
    func optionsThatContradictOneAnotherAreRefused(_ words: [String]) throws {
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 2 && !outcome.text.contains("s3cr3t"), "\(outcome)")
        #expect(try home.fedauth("status", "mail").status == 0)
    }

    /// An error in text for a shell is not a JSON object, because the shell would run its content in double quotes.
    @Test func aShellNeverGetsAnObject() throws {
        for words in [
            ["--format", "shell", "--json"], ["--format=shell", "--json", "--nonsense"],
            ["--unset", "--format", "shell", "-o", "x"],
        ] {
            let outcome = try home.fedauth(["export-cookies", "mail"] + words)
            #expect(outcome.status == 2 && outcome.text == "false;\n", "\(outcome)")
        }
        #expect(access("x", F_OK) != 0)
    }

    @Test func aFileIsPrivate() throws {
        let file = home.path + "/fields"
        #expect(try home.fedauth("export-headers", "mail", "-o", file).status == 0)
        #expect(try Files.text(file) == "Cookie: sid=s3cr3t-value/+x; id=42\n")
        #expect(try Run.program("/usr/bin/stat", ["-c", "%a", file], environment: [:]).text == "600\n")
    }
}

extension Outcome {
    /// Cookies do not depend on the port; a token does.
    fileprivate func expectNoToken() {
        #expect(status == 0 && text.contains("Cookie: ") && !text.contains("Authorization"), "\(self)")
    }
}
