import Support
import Testing

@testable import CommandSupport

/// Tests what a person meets first: a session without a store, a session without a profile, the line of a prompt, the page of a trace.
struct FrontTests {
    let home: Home
    let server: BasicServer
    private static let password = "Circle of Life"

    init() throws {
        home = try CommandHome()
        server = try BasicServer.start()
    }

    private func signIn(_ words: [String], _ more: String...) throws -> Outcome {
        try home.fedauth(words + ["--user", "ada", "--password-stdin", "--no-input"] + more, input: Self.password)
    }

    /// Neither passphrase nor key is there, and none is needed.
    @Test(arguments: [["basic"], ["request"]]) func withoutAStoreNothingIsOpened(_ words: [String]) throws {
        home.environment["FEDAUTH_STORE_KEY_FILE"] = nil
        let outcome = try signIn(words + [server.main + "/basic", "--no-store"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(home.hasNoStore)
    }

    @Test func aSessionIsSignedInToByItsName() throws {
        #expect(try signIn(["basic", server.main + "/basic"]).status == 0)
        _ = try server.takeRecords()
        let again = try home.fedauth("login", "127.0.0.1", "--force", "--no-input")
        #expect(again.status == 0, "\(again)")
        #expect(try server.takeAnswers() == ["Basic"])
        // As 'export-cookies' names it in a shell.
        home.environment["FEDAUTH_PROFILE"] = "127.0.0.1"
        let named = try home.fedauth("login", "--force", "--no-input")
        #expect(try named.status == 0 && server.takeAnswers() == ["Basic"], "\(named)")
        home.environment["FEDAUTH_PROFILE"] = nil
        #expect(try home.fedauth("login", "nobody", "--no-input").status == 10)
    }

    @Test func aPromptGetsTheNameAndTheTime() throws {
        let none = try home.fedauth("status", "-q")
        #expect(none.status == 10 && none.text.isEmpty && none.errors.isEmpty, "\(none)")
        #expect(try signIn(["basic", server.main + "/basic"]).status == 0)
        let some = try home.fedauth("status", "-q")
        #expect(some.status == 0 && some.text.hasPrefix("127.0.0.1 ") && some.text.hasSuffix(" h\n"), "\(some)")
        // A store that does not open gives no message either.
        home.environment["XDG_DATA_HOME"] = "/nowhere"
        let closed = try home.fedauth("status", "-q")
        #expect(closed.status != 0 && closed.text.isEmpty && closed.errors.isEmpty, "\(closed)")
    }

    @Test func aTraceBecomesAPage() throws {
        let (page, text) = (home.path + "/page.html", home.path + "/text")
        #expect(try signIn(["basic", server.main + "/basic"], "--trace", page).status == 0)
        #expect(try signIn(["basic", server.main + "/basic"], "--trace", text, "--force").status == 0)
        let made = try home.fedauth("trace", text)
        #expect(made.status == 0 && made.text == text + ".html\n", "\(made)")
        for file in [page, text + ".html"] {
            let html = try Files.text(file)
            #expect(html.contains("<b>GET</b> /basic") && html.contains("<b>401</b>"), "\(html)")
            #expect(html.contains("It ended without an error") && !html.contains(Self.password), "\(html)")
        }
        let refused = try home.fedauth(
            [
                "basic", server.main + "/basic", "--user", "ada", "--password-stdin", "--no-input", "--force",
                "--trace", page,
            ],
            input: "wrong password")
        #expect(refused.status == 3)
        let html = try Files.text(page)
        #expect(
            html.contains("hint: ") && html.contains("exit status 3") && !html.contains("wrong password"), "\(html)")
        try home.fedauth("trace", page).expectComplaint(2, "is no trace")
        #expect(try home.fedauth("trace", home.path + "/nosuch").status != 0)
    }

    /// What concerns one sign-in is no setting of the profile that is tried.
    @Test func theTrialOfAProfileHasATraceOfItsOwn() throws {
        let page = home.path + "/trial.html"
        let outcome = try home.fedauth(
            "profile", "add", "lab", server.main + "/basic", "--method", "basic", "--user", "ada", "--try",
            "--password-file", try home.file("password", Self.password), "--no-input", "--quiet", "--no-store",
            "--trace", page)
        #expect(outcome.status == 0 && outcome.errors.isEmpty && home.hasNoStore, "\(outcome)")
        let html = try Files.text(page)
        #expect(html.contains("<b>GET</b> /basic") && html.contains("It ended without an error"), "\(html)")
        let shown = try home.fedauth("profile", "show", "lab", "--json").text
        #expect(shown.contains("ada") && !shown.contains(page) && !shown.contains("no-store"), "\(shown)")
    }

    @Test func theStoreMayStandBeforeTheCommand() throws {
        let outcome = try home.fedauth("--store", "file", "store", "list")
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test func enrolmentOverSecureTransportHasAShortName() throws {
        let outcome = try home.fedauth(
            "est", "https://127.0.0.1:1/", "--no-input", "--user", "ada", "--password-stdin", input: "x")
        #expect(outcome.status == 7, "\(outcome)")
        for front in [["-q"], ["--json"], ["--store", "file"]] {
            let again = try home.fedauth(
                front + ["est", "https://127.0.0.1:1/", "--no-input", "--user", "ada", "--password-stdin"], input: "x")
            #expect(again.status == 7, "\(front): \(again)")
        }
        let verb = try home.fedauth(
            "est", "enroll", "https://127.0.0.1:1/", "--no-input", "--user", "ada", "--password-stdin", input: "x")
        #expect(verb.status == 7, "\(verb)")
        try home.fedauth("sls", "enroll", "https://h.test/.well-known/est/x", "--no-input").expectComplaint(
            2, "is the address of an EST server")
    }
}
