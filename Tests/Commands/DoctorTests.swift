import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth store doctor` and `fedauth doctor`: they inspect, and change nothing.
struct DoctorTests {
    let home: Home

    init() throws {
        home = try CommandHome(hasPassphrase: true)
        home.environment["FEDAUTH_STORE"] = nil
    }

    private func files() throws -> String {
        try Run.program("/usr/bin/find", [home.path, "-printf", "%p %s %T@\\n"], environment: home.environment).text
    }

    @Test func nothingIsThereAndNothingIsMade() throws {
        let before = try files()
        let outcome = try home.fedauth("doctor")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.unaligned.contains("store.choice: the encrypted file: no keyring can be used"), "\(outcome)")
        #expect(outcome.unaligned.contains("library.curl: libcurl "))
        #expect(try files() == before)
    }

    @Test func theReasonIsTheRightOne() throws {
        func reason(_ options: String..., adding: [String: String] = [:]) throws -> String {
            let text = try home.fedauth(["store", "doctor", "--json"] + options, adding: adding).text
            guard let start = text.firstRange(of: "\"reason\":\"")?.upperBound else { return "" }
            return String(text[start...].prefix { $0 != "\"" })
        }
        #expect(try reason() == "no-keyring")
        #expect(try reason("--store", "file") == "option")
        #expect(try reason(adding: ["FEDAUTH_STORE": "keyring"]) == "environment")
        let configuration = try home.file("c.toml", "[defaults]\nstore = \"file\"\n")
        #expect(try reason("--config", configuration) == "configuration")
        try home.fedauth("store", "init", "--store", "file")
        #expect(try reason() == "file-exists")
        try home.fedauth("store", "list")
        #expect(try reason() == "remembered")
    }

    @Test func theStatusIsThatOfTheStoreThatIsUsed() throws {
        #expect(try home.fedauth("store", "doctor", "--store", "keyring").status == 8)
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        try home.fedauth("store", "lock")
        let locked = try home.fedauth("store", "doctor")
        #expect(locked.status == 0 && locked.unaligned.contains("file.state: locked"), "\(locked)")
        let path = home.path + "/data/fedauth/store"
        chmod(path, 0o644)
        let open = try home.fedauth("store", "doctor")
        #expect(open.status == 8 && open.unaligned.contains("PROBLEM  file.state: others may open"), "\(open)")
        let whole = try home.fedauth("doctor").text.split(separator: "\n")
        #expect(whole.last?.hasPrefix("1 problem, ") == true && whole.dropLast().last?.hasPrefix("PROBLEM") == true)
        let bad = try home.fedauth("doctor", "-q")
        #expect(bad.status == 8 && bad.text.split(separator: "\n").allSatisfy { !$0.hasPrefix("ok") }, "\(bad)")
        #expect(bad.unaligned.contains("PROBLEM  file.state: others may open") && !bad.text.contains("1 problem"))
        chmod(path, 0o600)
        truncate(path, 100)
        let damaged = try home.fedauth("store", "doctor")
        #expect(damaged.status == 14 && damaged.unaligned.contains("PROBLEM  file.state"), "\(damaged)")
    }

    @Test func lookingIsNoUse() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let before = try files()
        let open = try home.fedauth("store", "doctor")
        #expect(open.unaligned.contains("file.state: open: the kernel holds its key"), "\(open)")
        #expect(try files() == before)
        try home.fedauth("store", "lock")
    }

    @Test func anOlderCopyIsSeenAndNotTaken() throws {
        try home.fedauth("store", "put", "v", "--store", "file", input: "x")
        let path = home.path + "/data/fedauth/store"
        try Run.program("/bin/cp", ["-p", path, home.path + "/old"], environment: home.environment)
        try home.fedauth("store", "put", "v", input: "y")
        rename(home.path + "/old", path)
        for _ in 0..<2 {
            let older = try home.fedauth("store", "doctor")
            #expect(older.status == 14 && older.unaligned.contains("older copy"), "\(older)")
        }
        try home.fedauth("store", "lock")
    }

    @Test(arguments: ["store = 'f/o'", "timeout = 'soon'", "quiet = 'maybe'", "password-fd = 'x'"])
    func aWrongDefaultIsAProblem(_ line: String) throws {
        let configuration = try home.file("c.toml", "[defaults]\n\(line)\n")
        for words in [["doctor"], ["store", "doctor"]] {
            let outcome = try home.fedauth(words + ["--config", configuration])
            #expect(outcome.status == 2, "\(outcome)")
            #expect(
                outcome.unaligned.contains("PROBLEM  configuration: '\(configuration)' line 2, column "), "\(outcome)")
        }
    }

    /// A server that answers, and one that does not.
    @Test func serversAreAsked() throws {
        let script = """
            import http.server, sys
            class Handler(http.server.SimpleHTTPRequestHandler):
                def do_HEAD(self): self.send_response(405); self.end_headers()
                def log_message(self, *arguments): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print(f"port {server.server_port};", file=sys.stderr, flush=True)
            server.handle_request()
            """
        let server = try Child("/usr/bin/python3", ["-c", script], environment: home.environment)
        try server.waitForErrors(containing: ";")
        let url = "http://127.0.0.1:\(server.errorText.drop { !$0.isNumber }.prefix { $0.isNumber })/"
        let (status, found) = try home.doctor(url)
        #expect(status == 0 && found["server.answer"].hasPrefix("ok: '\(url)' answered in "), "\(found)")
        #expect(found["server.answer"].hasSuffix(" ms with status 405"), "\(found)")
        #expect(found["server.clock"].hasPrefix("ok: "), "\(found)")
        _ = try server.finish()
        let refused = try home.doctor(url)
        #expect(refused.status == 7)
        #expect(refused.found["server.answer"].contains("refused the connection"), "\(refused)")
    }

    @Test func anAliasThatACommandHidesIsReported() throws {
        try home.configure("[aliases]\nstatus = 'store list'\nhelp = 'store list'\n")
        let report = try home.fedauth("doctor")
        for name in ["status", "help"] {
            let complaint = "the alias '\(name)' is never used, because fedauth has a command '\(name)'"
            #expect((report.text + report.errors).contains(complaint), "\(report)")
        }
    }
}
