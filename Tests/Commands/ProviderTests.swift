import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests `--provider PROGRAM`: header fields and client certificates of the user's own program.
struct ProviderTests: ProviderAsking {
    let home: Home
    let server: BasicServer

    init() throws {
        home = try CommandHome()
        server = try BasicServer.start()
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
}
