import Glibc
import Testing

@testable import CommandSupport

/// Tests the findings of `fedauth doctor` about servers, their clocks, proxies and certificates.
struct DoctorNetworkTests {
    let home: Home

    init() throws { home = try Home() }

    /// Runs a server with this clock offset in seconds and these additional fields; it exits at the end of its input.
    private func server(
        clock offset: Int?, fields: [String: String] = [:], _ body: (_ url: String) throws -> Void
    ) throws {
        let script = """
            import http.server, json, os, sys, threading, time
            from email.utils import formatdate
            offset, fields = json.loads(sys.argv[1])
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_HEAD(self):
                    self.send_response_only(405)
                    if offset is not None: self.send_header("Date", formatdate(time.time() + offset, usegmt=True))
                    for name, value in fields.items(): self.send_header(name, value)
                    self.end_headers()
                def log_message(self, *arguments): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            print(f"port {server.server_port};", file=sys.stderr, flush=True)
            os.read(0, 1)
            """
        let members = fields.map { "\"\($0.key)\": \"\($0.value)\"" }.joined(separator: ", ")
        let wanted = "[\(offset.map(String.init) ?? "null"), {\(members)}]"
        let child = try Child("/usr/bin/python3", ["-c", script, wanted], environment: home.environment)
        try child.waitForErrors(containing: ";")
        let port = child.errorText.drop { !$0.isNumber }.prefix { $0.isNumber }
        try body("http://127.0.0.1:\(port)/")
        child.closeInput()
        _ = try child.finish()
    }

    @Test func aServerThatAnswersAndAgrees() throws {
        try server(clock: 0) { url in
            let (status, found) = try home.doctor(url)
            #expect(status == 0)
            #expect(found["server.answer"].hasPrefix("ok: '\(url)' answered in "), "\(found)")
            #expect(found["server.answer"].hasSuffix(" ms with status 405"), "\(found)")
            #expect(found["server.clock"].hasPrefix("ok: "), "\(found)")
        }
    }

    /// Methods without a sign-in page have a server too.
    @Test(arguments: [["--method", "basic", "--resource"], ["--method", "sls", "--base-url"]])
    func theServerOfAProfileIsAsked(_ words: [String]) throws {
        try server(clock: 0) { url in
            let added = try home.fedauth(["profile", "add", "corp"] + words + [url])
            #expect(added.status == 0, "\(added.errors)")
            let (status, found) = try home.doctor("corp")
            #expect(status == 0)
            #expect(found["server.answer"].hasPrefix("ok: '\(url)' answered in "), "\(found)")
        }
    }

    @Test(arguments: [(100, "behind"), (-100, "ahead of")])
    func aClockThatIsOffWarns(_ offset: Int, _ words: String) throws {
        try server(clock: offset) { url in
            let (status, found) = try home.doctor(url)
            #expect(status == 0)
            #expect(found["server.clock"].hasPrefix("warning: this machine's clock is "), "\(found)")
            #expect(found["server.clock"].contains(" s \(words) that of '127.0.0.1:"), "\(found)")
        }
    }

    @Test(arguments: [(4000, "behind"), (-4000, "ahead of")])
    func aClockThatIsWrongIsAProblem(_ offset: Int, _ words: String) throws {
        try server(clock: offset) { url in
            let (status, found) = try home.doctor(url)
            #expect(status == 1)
            #expect(found["server.clock"].hasPrefix("problem: "), "\(found)")
            #expect(found["server.clock"].contains(" s \(words) that of "), "\(found)")
            #expect(found["server.clock"].contains("timedatectl"), "\(found)")
        }
    }

    @Test func anAnswerOutOfACacheIsAsOldAsItSays() throws {
        try server(clock: -4000, fields: ["Age": "4000"]) { url in
            let found = try home.doctor(url).found
            #expect(found["server.clock"].hasPrefix("ok: "), "\(found)")
        }
    }

    @Test func aServerWithoutAClockIsNotJudged() throws {
        try server(clock: nil) { url in
            let found = try home.doctor(url).found
            #expect(found["server.clock"].hasPrefix("absent: "), "\(found)")
        }
    }

    @Test func aProfilesServersAreAsked() throws {
        try server(clock: 0) { url in
            let configuration = try home.file(
                "c.toml", "[profile.p]\nauthorization-url = '\(url)start'\nfinish = '\(url)end'\n")
            let (status, found) = try home.doctor("p", "--config", configuration)
            #expect(status == 0 && found["server.answer"].hasPrefix("ok: '\(url)start' answered"), "\(found)")
            // Each server gets one request.
            #expect(found.checks.filter { $0.name == "server.answer" }.count == 1)
        }
    }

    @Test func nobodyIsAskedUnlessNamed() throws {
        let configuration = try home.file(
            "c.toml", "[defaults]\nprofile = 'p'\n[profile.p]\nauthorization-url = 'http://127.0.0.1:1/'\n")
        let (status, found) = try home.doctor("--config", configuration)
        #expect(status == 0 && found["server.answer"].isEmpty, "\(found)")
    }

    /// A mistake in another profile is reported, and does not stop the checks.
    @Test func aMistakeElsewhereKeepsNobodyFromBeingAsked() throws {
        try server(clock: 0) { url in
            let configuration = try home.file(
                "c.toml",
                "[defaults]\nfinish = '\(url)'\n[profile.p]\ncheck = 'ftp://h'\n[profile.q]\nsap = 'h'\nusre = 'x'\n")
            let (status, found) = try home.doctor("p", "--config", configuration)
            #expect(status == 2 && found["configuration"].hasPrefix("problem: "), "\(found)")
            #expect(found["server.answer"].hasPrefix("ok: '\(url)' answered"), "\(found)")
            let unknown = try home.fedauth("doctor", "pp", "--config", configuration)
            unknown.expectComplaint(10, "there is no profile 'pp'; 'p' was meant?")
        }
    }

    /// doctor sends nothing if a mistake in the file may concern the proxy or the certificates.
    @Test(arguments: [
        "[defaults]\nproxy = 'http://127.0.0.1:1'\ntimeout = 'soon'\n[profile.p]\nfinish = 'URL'\n",
        "[defaults]\nprxy = 'http://127.0.0.1:1'\n[profile.p]\nfinish = 'URL'\n",
        "[profile.p]\nfinish = 'URL'\ncacret = '/nowhere'\n",
    ])
    func nobodyIsAskedWhenTheFileCannotBeFollowed(_ text: String) throws {
        try server(clock: 0) { url in
            let configuration = try home.file("c.toml", text.replacing("URL", with: url))
            let (status, found) = try home.doctor("p", "--config", configuration)
            #expect(status == 2 && found["server.answer"].hasPrefix("absent: no server was asked"), "\(found)")
            #expect(found["network.proxy"].hasPrefix("absent: not known"), "\(found)")
            #expect(found["network.ca"].hasPrefix("absent: not known"), "\(found)")
            #expect(found["server.clock"].isEmpty, "\(found)")
        }
    }

    @Test func aServerThatDoesNotAnswerIsAProblem() throws {
        let (status, found) = try home.doctor("http://127.0.0.1:1/")
        #expect(
            status == 7 && found["server.answer"].hasPrefix("problem: '127.0.0.1:1' refused the connection"), "\(found)"
        )
    }

    @Test func aNameThatIsNoProfileIsSaid() throws {
        let outcome = try home.fedauth("doctor", "nobody")
        #expect(outcome.status == 10 && outcome.errors.contains("there is no profile 'nobody'"), "\(outcome)")
    }

    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "FEDAUTH_PROXY"])
    func aProxyThatIsNoAddressIsAProblem(_ variable: String) throws {
        let (status, found) = try home.doctor(adding: [variable: "gopher://ada:needle@proxy.example.org"])
        #expect(status == 2)
        #expect(found["network.proxy"].contains("'proxy.example.org' is no proxy, which \(variable) names"), "\(found)")
        #expect(!found["network.proxy"].contains("needle"))
    }

    @Test func theProxyIsNamedWithoutItsPassword() throws {
        let proxy = "http://ada:needle@proxy.example.org:3128"
        let environment = try home.doctor(adding: ["https_proxy": proxy, "no_proxy": "localhost"]).found[
            "network.proxy"]
        #expect(
            environment == "ok: 'http://…@proxy.example.org:3128' for https to other machines; http goes directly, "
                + "not for those that no_proxy lists: localhost; https_proxy names it")
        let option = try home.doctor("--proxy", proxy).found["network.proxy"]
        let refusal = "problem: '--proxy' has a user name or a password in front of 'proxy.example.org:3128'"
        #expect(option.hasPrefix(refusal))
        #expect(option.contains("'--proxy' names") && !option.contains("needle"), "\(option)")
        let configuration = try home.file("c.toml", "[defaults]\nproxy = 'http://proxy.example.org:3128'\n")
        let file = try home.doctor("--config", configuration).found["network.proxy"]
        #expect(file.hasSuffix("for every request; '\(configuration)' line 2, column 9 names it"), "\(file)")
        #expect(
            try home.doctor(adding: ["http_proxy": proxy]).found["network.proxy"]
                == "ok: none; http_proxy is set, and not used")
    }

    @Test func aFileOfCertificatesIsLookedInto() throws {
        let path = home.path + "/ca.pem"
        let missing = try home.doctor("--cacert", path)
        #expect(missing.status == 1 && missing.found["network.ca"].contains("cannot open '\(path)'"), "\(missing)")
        _ = try home.file("ca.pem", "no certificate\n")
        let empty = try home.doctor("--cacert", path)
        #expect(empty.status == 1 && empty.found["network.ca"].contains("holds no certificate"), "\(empty)")
        _ = try home.file("ca.pem", "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n")
        let configuration = try home.file("c.toml", "[profile.p]\ncacert = '\(path)'\nsap = 'https://x.example'\n")
        let profile = try home.doctor("p", "--config", configuration).found["network.ca"]
        #expect(
            profile.hasPrefix("ok: '\(path)', 1 certificate and no others; '\(configuration)' line 2"), "\(profile)")
    }

    @Test func aMachineThatTrustsNobodyIsAProblem() throws {
        // Hides the directory from this process with an empty one.
        let script = "mount -t tmpfs none /etc/ssl/certs && exec \"$FEDAUTH\" doctor --json"
        let outcome = try home.asRoot(script, mounting: true)
        let found = try Diagnosis(outcome)
        #expect(outcome.status == 1 && found["network.ca"].hasPrefix("problem: no certificates"), "\(outcome)")
        #expect(found["network.ca"].contains("apt install ca-certificates"))
    }

    @Test func variablesOfOtherProgramsAreNotUsed() throws {
        let found = try home.doctor(adding: ["SSL_CERT_FILE": "/x"]).found
        #expect(found["network.ca-variable"].hasPrefix("warning: SSL_CERT_FILE: set, and not used"), "\(found)")
    }
}
