import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests proxies that require a password: the sources of the password, and that it is sent to the proxy only.
struct ProxyTests {
    let home: Home
    let server: TLSServer

    init() throws {
        home = try CommandHome()
        server = try TLSServer.get()
        home.environment["FEDAUTH_CACERT"] = server.caFile
    }

    private var locked: String { "127.0.0.1:\(server.ports["lockedproxy"] ?? 0)" }

    /// Returns the address of a server behind the proxy: any name except this machine's.
    private func url(_ path: String = "/echo") -> String {
        "https://far.fedauth.test:\(server.ports["good"] ?? 0)\(path)"
    }

    private func request(_ words: String..., adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth(["request", url(), "--no-input"] + words, adding: adding)
    }

    /// Returns how often the proxy received a password.
    private func count(of password: String, user: String) throws -> Int {
        struct Counts: Decodable { var proxyAnswers: [String] }
        let outcome = try Run.program(
            "/usr/bin/curl", ["-sSf", "http://127.0.0.1:\(server.ports["http"] ?? 0)/counts"],
            environment: ["PATH": "/usr/bin:/bin"])
        let field = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        return try JSONDecoder().decode(Counts.self, from: Data(outcome.output)).proxyAnswers.filter { $0 == field }
            .count
    }

    @Test func whatIsMissingIsNamed() throws {
        try request("--proxy", locked).expectComplaint(7, "asks for a password")
        try request("--proxy", locked, "--proxy-user", "anna").expectComplaint(4, "for the proxy is missing")
        try request("--proxy", locked, "--proxy-password-command", "true").expectComplaint(2, "no user")
        try request("--proxy", locked, "--proxy-user", "a:b").expectComplaint(2, "not a user name for a proxy")
        try request(
            "--proxy", locked, "--proxy-user", "anna", "--proxy-password-command", "true", "--proxy-password-file", "x"
        ).expectComplaint(2, "more than one place")
    }

    /// An address in the environment is decoded once.
    @Test func anEncodedPasswordArrivesAsItIs() throws {
        let outcome = try request(adding: ["https_proxy": "http://anna%2525:a%2541b%25@\(locked)"])
        #expect(outcome.status == 3, "\(outcome)")
        #expect(try count(of: "a%41b%", user: "anna%25") == 1)
    }

    /// Such an address is rejected in an option and in a setting, because other users can read options, and a configuration
    /// file contains no passwords.
    @Test func anAddressWithAPasswordIsRefused() throws {
        let proxy = "http://anna:n33dle@" + locked
        let configuration = try home.file("c.toml", "[defaults]\nproxy = \"\(proxy)\"\n")
        let outcomes = [
            try request("--proxy", proxy), try request(adding: ["FEDAUTH_PROXY": proxy]),
            try request("--config", configuration), try request("--proxy", "http://anna@" + locked),
            try home.fedauth("doctor", "--proxy", proxy),
        ]
        for outcome in outcomes {
            #expect(outcome.status != 0, "\(outcome)")
            let said = "'--proxy' has a user name or a password in front of '\(locked)'"
            #expect("\(outcome.errors)\(outcome.text)".contains(said), "\(outcome)")
            #expect(!"\(outcome.errors)\(outcome.text)".contains("n33dle"), "\(outcome)")
        }
        #expect(outcomes[0].status == 2 && outcomes[0].errors.contains("'--proxy-user'"))
        #expect(try count(of: "n33dle", user: "anna") == 0)
    }

    /// A refused password is sent once, reported as refused, and shown nowhere.
    @Test(arguments: ["environment", "option"]) func aRefusedPasswordIsSentOnceAndShownNowhere(_ way: String) throws {
        let wrong = "n33dle-" + way
        let file = try home.file("wrong", wrong)
        let trace = home.path + "/trace"
        let words = [
            "request", url(), "--no-input", "--verbose", "--trace", trace, "-L",
        ]
        let outcome =
            way == "option"
            ? try home.fedauth(
                words + ["--proxy", locked, "--proxy-user", "anna", "--proxy-password-file", file])
            : try home.fedauth(words, adding: ["https_proxy": "http://anna:\(wrong)@\(locked)"])
        #expect(
            outcome.status == 3 && outcome.errors.contains("refused user name and password of 'anna'"), "\(outcome)")
        #expect(try count(of: wrong, user: "anna") == 1)
        let encoded = Data("anna:\(wrong)".utf8).base64EncodedString()
        for text in ["\(outcome)", try Files.text(trace)] {
            #expect(!text.contains(wrong) && !text.contains(encoded), "\(text)")
        }
        let doctor = try home.fedauth(
            ["doctor", url(), "--no-input"], adding: ["https_proxy": "http://anna:\(wrong)@\(locked)"])
        #expect(!"\(doctor)".contains(wrong), "\(doctor)")
        #expect(try count(of: wrong, user: "anna") == 2, "\(doctor)")
    }
}
