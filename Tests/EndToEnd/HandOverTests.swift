import Glibc
import Testing

@testable import CommandSupport

/// Tests `auto`: forms first, and then a real Chromium.
@Suite(.serialized)
struct HandOverTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    private var words: [String] {
        get throws {
            let hop = try lab.scenario("hop")
            return [
                "saml", hop.start, "--finish", hop.finish, "--user", "ada", "--password-stdin", "--cacert", lab.caFile,
            ]
        }
    }

    private var password: String { get throws { try Files.text(try #require(lab.users["ada"]?.passwordFile)) } }

    /// Returns a browser that records its starts, and a function that counts them.
    private func countedBrowser() throws -> (path: String, count: () throws -> Int) {
        let record = try home.file("starts", "")
        let path = try home.program("counted-chromium", "echo start >>'\(record)'; exec chromium \"$@\"")
        return (path, { try Files.text(record).split(separator: "\n").count })
    }

    /// Where nobody answers, and where there is neither a display nor a terminal, nobody would see a window.
    @Test(arguments: [["--headless", "--no-input"], ["--no-input"], []])
    func aPageOfScriptsIsShownByABrowser(_ options: [String]) throws {
        let ada = try OrdinaryUser(home)
        let outcome = try ada.fedauth(try words + options, input: try password)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("'Checking your browser' at 'idp-hop.localhost:"), "\(outcome)")
        #expect(outcome.errors.contains("' needs scripts; a browser without a window continues"), "\(outcome)")
        let status = try ada.fedauth(["status", "--json"])
        #expect(status.text.contains(#""presenter":"chromium""#), "\(status)")
        #expect(status.text.contains(#""user":"ada""#), "\(status)")
        let header = try ada.fedauth(["export-headers", "--format", "curl"])
        let page = try Run.program(
            "/usr/bin/curl", ["-sS", "--cacert", lab.caFile, "-K", "-", try lab.scenario("hop").protected],
            input: Array(header.text.utf8), environment: home.environment)
        #expect(page.text.contains("signed in as ada") && page.text.contains("last cookie: there"), "\(page)")
    }

    @Test func theSessionOfAFormIsTheForms() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.fedauth(
            [
                "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--password-stdin", "--cacert",
                lab.caFile,
            ],
            input: try password)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.fedauth("status", "--json").text.contains(#""presenter":"form""#))
    }

    @Test func withoutABrowserItNamesOne() throws {
        let outcome = try home.fedauth(
            try words + ["--headless"], input: try password, adding: ["PATH": home.path + "/bin"])
        outcome.expectComplaint(11, "needs scripts, but no Chromium, Chrome, Edge or Brave is installed")
        #expect(outcome.errors.contains("'--browser PATH'"), "\(outcome)")
    }

    /// The sandbox does not work for root, and the browser does not start without it.
    @Test func rootIsToldSo() throws {
        let browser = try countedBrowser()
        let outcome =
            geteuid() == 0
            ? try home.fedauth(try words + ["--headless", "--browser", browser.path], input: try password)
            : try home.asRoot(
                "printf %s '\(try password)' | $FEDAUTH \(try words.joined(separator: " ")) --headless "
                    + "--browser \(browser.path)")
        outcome.expectComplaint(11, "needs scripts, but a browser's sandbox does not work for root")
        #expect(outcome.errors.contains("'--no-sandbox'"), "\(outcome)")
        #expect(try browser.count() == 0)
    }

    @Test func theFormPresenterNamesTheBrowser() throws {
        let outcome = try home.fedauth(try words + ["--presenter", "form", "--headless"], input: try password)
        outcome.expectComplaint(11, "the page 'Checking your browser' at 'idp-hop.localhost:")
        #expect(outcome.errors.contains("hint: the form presenter only fills forms; '--presenter chromium'"))
    }

    /// The command replaces a process that had a browser as its child.
    @Test func aProfileThatNeedsABrowserSignsInBehindAllCommands() throws {
        let hop = try lab.scenario("hop")
        let password = try home.file("password", try password)
        mkdir(home.path + "/config", 0o700)
        mkdir(home.path + "/config/fedauth", 0o700)
        _ = try home.file(
            "config/fedauth/config.toml",
            """
            [profile.hop]
            method = "saml"
            authorization-url = "\(hop.start)"
            finish = "\(hop.finish)"
            user = "ada"
            password-file = "\(password)"
            cacert = "\(lab.caFile)"
            presenter = "auto"
            headless = true
            """)
        let ada = try OrdinaryUser(home)
        let run = try ada.fedauth(["exec", "hop", "--", "sh", "-c", "echo for $FEDAUTH_URL; ps --ppid $$ -o comm="])
        #expect(run.status == 0 && run.text.hasPrefix("for \(hop.finish)\n"), "\(run)")
        #expect(!run.text.contains("chrom") && !run.text.contains("fedauth"), "\(run)")
        let login = try ada.fedauth(["login", "hop"])
        #expect(login.status == 0 && login.errors.contains("nothing was done"), "\(login)")
        let status = try ada.fedauth(["status", "hop"])
        #expect(status.status == 0, "\(status)")
        // A sign-in that must not ask does not load a form either.
        let none = try ada.fedauth(["login", "hop", "--force", "--presenter", "none"])
        #expect(none.status == 4, "\(none)")
    }

    /// Returns the number of requests for the page with scripts, which follows a right password: one by the form engine and one
    /// by the browser. No other test uses this page.
    private func scriptPages() throws -> Int {
        try Files.text(lab.logDirectory + "/access.log").split(separator: "\n")
            .count { $0.contains(" GET ") && $0.contains("/lab/hop.php") }
    }

    /// Fifty calls with an expired session need one password and one browser.
    @Test func manyAtOnceOpenOneBrowser() throws {
        let browser = try countedBrowser()
        let before = try scriptPages()
        let ada = try OrdinaryUser(home)
        let over = CraftedSession(name: "sp.localhost", url: try lab.scenario("hop").finish, expires: 1_000_000_000)
        try ada.keep(over)
        let words = try words + ["--headless", "--no-input", "--json", "--browser", browser.path]
        let password = try password
        let children = try (0..<50).map { _ in try ada.start(words, input: password) }
        let outcomes = try children.map { try $0.finish() }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes.filter { $0.status != 0 })")
        #expect(outcomes.count { $0.text.contains("\"fresh\":true") } == 1)
        #expect(try browser.count() == 1)
        #expect(try scriptPages() == before + 2)
    }
}
