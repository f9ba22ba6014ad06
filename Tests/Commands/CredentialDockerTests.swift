import FoundationEssentials
import Testing

@testable import CommandSupport

/// Tests `fedauth docker-credential` as Docker calls it: without a terminal, with JSON or an address on stdin, and with errors
/// on stdout.
struct CredentialDockerTests {
    let home: Home

    init() throws { home = try CommandHome(hasPassphrase: true) }

    private func run(_ operation: String, _ input: String = "", adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("docker-credential", operation, input: input, adding: adding)
    }

    private func store(_ server: String, _ user: String, _ secret: String) throws -> Outcome {
        let object = try JSONEncoder().encode(["ServerURL": server, "Username": user, "Secret": secret])
        return try run("store", String(decoding: object, as: UTF8.self))
    }

    private func object(_ outcome: Outcome) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(outcome.output))
    }

    @Test(arguments: ["pa\"ss\\wörd😀\n\t\u{1}", "", "eyJhbGciOi.J9", "\u{0}x"])
    func whatIsStoredComesBack(_ secret: String) throws {
        let server = "https://index.docker.io/v1/"
        let stored = try store(server, "<token>", secret)
        #expect(stored.status == 0 && stored.output.isEmpty && stored.errors.isEmpty, "\(stored)")
        let got = try run("get", server + "\n")
        #expect(got.status == 0 && got.errors.isEmpty, "\(got)")
        #expect(try object(got) == ["ServerURL": server, "Username": "<token>", "Secret": secret])
        #expect(try object(run("list")) == [server: "<token>"])
        #expect(try run("erase", server).status == 0)
        #expect(try run("list").text == "{}\n")
    }

    @Test func withoutAStoreThereIsNothing() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        #expect(try run("list").text == "{}\n")
        #expect(try run("erase", "https://r.example.org").status == 0)
        let missing = try run("get", "https://r.example.org")
        #expect(missing.status == 1 && missing.text == "credentials not found in native keychain\n", "\(missing)")
        #expect(missing.errors.isEmpty && home.hasNoStore)
    }

    @Test func aRegistryIsOneHoweverItsAddressIsSpelt() throws {
        let servers = ["https://r.example.org/v1/", "r.example.org:5000", "r.example.org/x", "http://r.example.org"]
        for server in servers { _ = try store(server, "ada", server) }
        for server in servers { #expect(try object(run("get", server))["Secret"] == server) }
        for server in ["https://r.example.org/", "R.example.org:443", "r.example.org/v2/"] {
            let found = try object(run("get", server))
            #expect(found["Secret"] == servers[0] && found["ServerURL"] == server)
        }
        for server in ["r.example.org:5001", "r.example.or", "example.org", "r.example.org/y"] {
            #expect(try run("get", server).status == 1, "\(server)")
        }
        // Docker stores one user per registry, the last one.
        _ = try store("r.example.org", "bob", "x")
        #expect(try object(run("get", "https://r.example.org/v1/"))["Username"] == "bob")
        #expect(try object(run("list")).count == 4)
    }

    @Test func hostileAddressesAndUsersAreKeptApart() throws {
        let servers = ["https://h/#a", "https://h/%23a", "https://h/\u{202E}a", "https://h/\u{1B}[31m", "../x", "ä b"]
        for server in servers { #expect(try store(server, "u\n" + server, server).status == 0, "\(server)") }
        for server in servers { #expect(try object(run("get", server))["Username"] == "u\n" + server) }
        let names = try home.fedauth("store", "list").text
        #expect(names.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || (0x20...0x7E).contains($0) }, "\(names)")
    }

    @Test(arguments: [
        ("store", "{\"ServerURL\":\"\",\"Username\":\"a\",\"Secret\":\"b\"}", "no credentials server URL"),
        ("store", "{\"Username\":\"a\",\"Secret\":\"b\"}", "no credentials server URL"),
        ("store", "{\"ServerURL\":\"h\",\"Secret\":\"b\"}", "no credentials username"),
        ("store", "{\"ServerURL\":\"h\",\"Username\":\"a\"}", "no credentials secret"),
        ("store", "{\"ServerURL\":\"h\",", "'stdin' is not JSON"), ("store", "", "'stdin' is not JSON"),
        ("get", "", "no credentials server URL"), ("get", " \n", "no credentials server URL"),
        ("erase", "", "no credentials server URL"), ("login", "", "unknown action: login"),
    ])
    func mistakesAreToldOnStdout(_ operation: String, _ input: String, _ words: String) throws {
        let outcome = try run(operation, input)
        #expect(outcome.status == 1 && outcome.text.contains(words) && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.text.hasSuffix("\n") && outcome.text.split(separator: "\n").count == 1)
        #expect(home.hasNoStore)
    }

    /// "Not found" makes Docker continue without a password, or sign in again and overwrite the credential.
    @Test func aStoreThatCannotBeReadIsNotMissing() throws {
        _ = try store("h", "ada", "pw")
        try home.fedauth("store", "lock")
        for operation in ["get", "erase", "list"] {
            let locked = try run(operation, "h", adding: ["FEDAUTH_STORE_PASSPHRASE": ""])
            #expect(locked.status == 12 && locked.text.contains("needs its passphrase"), "\(locked)")
            #expect(locked.errors.contains("hint: ") && !locked.text.contains("not found"), "\(locked)")
            let wrong = try run(operation, "h", adding: ["FEDAUTH_STORE_PASSPHRASE": "wrong"])
            #expect(wrong.status == 13, "\(wrong)")
        }
        #expect(try object(run("get", "h"))["Secret"] == "pw")
    }

    @Test func saysItsVersion() throws {
        let outcome = try run("version")
        #expect(outcome.status == 0 && outcome.text.hasPrefix("docker-credential-fedauth (fedauth) "), "\(outcome)")
    }
}
