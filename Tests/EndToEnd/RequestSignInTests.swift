import Glibc
import Testing

/// Tests `fedauth request` at servers that require a sign-in.
struct RequestSignInTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private func sap(_ key: String) throws -> String { try #require(lab.sap[key]) }

    private var password: String { get throws { try lab.password(of: "ada") } }

    /// Writes a profile with all values, so that no question is needed.
    private func configure(_ more: String = "") throws {
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        _ = try home.file(
            "config/fedauth/config.toml",
            """
            [profile.mobile]
            sap = "\(try sap("backendURL"))"
            user = "ada"
            password-file = "\(try #require(lab.users["ada"]?.passwordFile))"
            \(more)
            """)
    }

    @Test func samlAndTheTokenWithOnePromptTheFirstTimeAndNoneTheSecond() throws {
        try home.fedauth("profile", "add", "mobile", "--sap", try sap("backendURL"))
        let words = ["request", try sap("resourceURL"), "--data-json", "{\"a\":1}", "--user", "ada"]
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.type(try password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("signed in to 'mobile'") && terminal.text.contains("ada"), "\(terminal.text)")
        #expect(terminal.text.ranges(of: "Password").count == 1, "\(terminal.text)")

        let again = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try again.finish() == 0, "\(again.text)")
        #expect(!again.text.contains("assword") && again.text.contains("ada"), "\(again.text)")
        #expect(try home.request(try sap("resourceURL"), "--data-json", "{}").status == 0)
        #expect(try home.fedauth("status", "mobile").status == 0)
        #expect(try home.fedauth("logout", "mobile").status == 0)
        #expect(try home.request(try sap("resourceURL"), "--user", "ada").status == 4)
    }

    @Test(arguments: ["resourceURL", "resourceRedirectURL"])
    func challengesOfSAPAreAnswered(_ key: String) throws {
        try configure()
        let outcome = try home.request(try sap(key), "--fail")
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        // The content is sent again after the sign-in.
        let posted = try home.request(try sap(key), "-d", "c=d", "--fail")
        #expect(posted.status == 0 && posted.text.contains("c=d"), "\(posted)")
    }

    @Test func withoutAProfileTheBackendIsFound() throws {
        let outcome = try home.request(
            try sap("resourceURL"), "--user", "ada", "--password-file", try #require(lab.users["ada"]?.passwordFile))
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        #expect(try home.request(try sap("resourceURL")).text.contains("ada"))
    }

    @Test func applicationAndDeviceAreToldToTheService() throws {
        try configure()
        #expect(try home.request(try sap("resourceHeadersURL"), "--fail").status == 1)
        try configure("smp-application = \"com.example.lab\"\nsmp-device = \"d1\"")
        let outcome = try home.request(try sap("resourceHeadersURL"), "--fail")
        #expect(outcome.status == 0 && outcome.text.contains("com.example.lab"), "\(outcome)")
    }

    @Test func aServiceWithoutAProfileSignsInAtItsOwnAddress() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.request(plain.protected, "--user", "ada", "--password-file", plain.passwordFile)
        #expect(outcome.status == 0 && outcome.text.contains("signed in as ada"), "\(outcome)")
        #expect(try home.request(plain.protected).text.contains("signed in as ada"))
    }

    @Test func manyAtOnceSignInOnce() throws {
        try configure()
        #expect(try home.request(try sap("resourceURL")).status == 0)
        // The server forgets the session, and the store keeps it.
        let jar = home.path + "/jar"
        #expect(try home.fedauth("export-cookies", "mobile", "--format", "netscape", "--output", jar).status == 0)
        let out = try Run.program(
            "/usr/bin/curl",
            [
                "-sS", "--cacert", lab.caFile, "-b", jar, "-X", "POST", try sap("logoutURL"), "-o", "/dev/null", "-w",
                "%{http_code}",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(out.text == "204" || out.text == "403", "\(out)")
        let words = ["request", try sap("resourceURL"), "--no-input"]
        let children = try (0..<20).map { _ in try Child(Home.binary, words, environment: home.environment) }
        let outcomes = try children.map { try $0.finish(seconds: 300) }
        #expect(outcomes.allSatisfy { $0.status == 0 && $0.text.contains("ada") }, "\(outcomes)")
        let fresh = outcomes.filter { $0.errors.contains("signed in to 'mobile'") }.count
        #expect(fresh == (out.text == "204" ? 1 : 0), "\(fresh) signed in")
    }

    // MARK: schemes of HTTP

    @Test func passwordsAreAskedForOnceAndKept() throws {
        let space = try #require(lab.challenges.basic["plain"])
        let terminal = try TerminalChild(
            Home.binary, ["request", space.url, "-d", "x"], environment: home.environment)
        try terminal.expect("User name for 'lab'")
        terminal.type("ada")
        try terminal.expect("Password of ada")
        terminal.type(try password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let echo = try Lab.Echo(try home.request(space.url, "-d", "x=y"))
        #expect(echo.user == "ada" && echo.body == "x=y" && echo.method == "POST")
        // The same protection space at another address needs no password; another space needs one.
        #expect(try home.request(try #require(lab.challenges.basic["same"]).url).status == 0)
        #expect(try home.request(try #require(lab.challenges.basic["other"]).url).status == 4)
    }

    @Test(arguments: [
        "digest-md5", "digest-sha256", "digest-sha256-sess", "digest-stale", "digest-userhash", "digest-old",
    ])
    func digestIsAnswered(_ scheme: String) throws {
        let file = try #require(lab.users["ada"]?.passwordFile)
        let outcome = try home.request(
            try #require(lab.challenges.schemes[scheme]), "-d", "content", "--user", "ada", "--password-file", file)
        #expect(try Lab.Echo(outcome).user == "ada" && Lab.Echo(outcome).body == "content", "\(outcome)")
    }

    @Test func aTicketIsShown() throws {
        let kerberos = lab.challenges.kerberos
        let outcome = try home.request(
            lab.challenges.negotiateURL, "-d", "content",
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": kerberos.cache])
        #expect(outcome.status == 0 && outcome.text.contains("ada"), "\(outcome)")
        let without = try home.request(
            lab.challenges.negotiateURL,
            adding: ["KRB5_CONFIG": kerberos.krb5Config, "KRB5CCNAME": "FILE:/nonexistent"])
        #expect(without.status == 4 && without.errors.contains("no Kerberos ticket"), "\(without)")
    }

    @Test func aWrongPasswordIsSentOnceAndARefusedOneForgotten() throws {
        let address = try #require(lab.challenges.schemes["refused"])
        let file = try home.file("wrong", "wrong")
        let outcome = try home.request(address, "--user", "ada", "--password-file", file)
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(try home.fedauth("store", "list").text.isEmpty)
    }

    @Test func aTokenAgainstCrossSiteRequestsIsFetched() throws {
        for query in ["", "?csrf=once"] {
            let outcome = try home.request(lab.challenges.csrfURL + query, "-d", "a=b", "--fail")
            #expect(outcome.status == 0 && outcome.text.contains("a=b"), "\(outcome)")
            #expect(try home.request(lab.challenges.csrfURL + query, "-X", "DELETE", "--fail").status == 0)
        }
        #expect(try home.request(lab.challenges.csrfURL, "-d", "a=b", "--fail", "--no-sign-in").status == 3)
    }
}
