import Testing

@testable import CommandSupport

struct BazelProtocolTests {
    private let scene: ProgramProtocolScene

    init() throws { scene = try ProgramProtocolScene() }

    private func ask(_ uri: String, _ words: String...) throws -> Outcome {
        try scene.home.fedauth(["credential", "bazel"] + words + ["get"], input: #"{"uri":"\#(uri)","later":1}"#)
    }

    @Test func aServerGetsItsFields() throws {
        let bearer = #"{"headers":{"Authorization":["Bearer t0ken"]}}"# + "\n"
        for uri in ["https://api.example.org/cache", "grpcs://api.example.org"] { #expect(try ask(uri).says(bearer)) }
        #expect(try ask("https://api.example.org/", "api").says(bearer))
        #expect(
            try ask("https://packages.example.org/x").says(#"{"headers":{"Authorization":["Basic YWRhOnB3"]}}"# + "\n"))
    }

    @Test(arguments: [
        "https://evil.example.org/", "http://api.example.org/", "ftp://api.example.org/", "grpc://api.example.org",
        "unix:/run/cache",
    ])
    func aForeignServerGetsNoFields(_ uri: String) throws {
        #expect(try ask(uri).says(#"{"headers":{}}"# + "\n"))
        #expect(try ask(uri, "api").says(#"{"headers":{}}"# + "\n"))
    }

    @Test func whatIsNoQuestionFails() throws {
        #expect(try scene.ask("bazel", "get", input: "no").status == 2)
        #expect(try scene.ask("bazel", "put", "x").status == 2)
        // A server that merges slashes reads another path than the one for which the session is.
        for path in ["a//..//b", "a/%2e%2E/b", "a/."] {
            #expect(try ask("https://api.example.org/" + path).status == 2)
        }
    }

    /// Also a session that is found by its server's address is not given out for another user.
    @Test(arguments: [
        (["bazel", "get"], #"{"uri":"https://api.example.org/"}"#),
        (["keyring", "get", "https://api.example.org/"], ""),
        (["terraform", "get", "api.example.org"], ""),
        (["go", "https://api.example.org/"], "HTTP/1.1 401 Unauthorized\n\n"), (["kubectl"], ""),
        (["get"], "capability[]=authtype\nprotocol=https\nhost=api.example.org\n\n"),
        (["--cookie", "s", "vpn", "https://api.example.org/"], ""),
    ])
    func aSessionIsForItsUser(_ words: [String], _ input: String) throws {
        try scene.home.keep(
            CraftedSession(
                name: "api", url: "https://api.example.org/",
                cookies: [.init(name: "s", value: "t0ken", domain: "api.example.org")], user: "ada", bearer: "t0ken"))
        let kubectl =
            #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","#
            + #""spec":{"cluster":{"server":"https://api.example.org/"}}}"#
        for (user, isGiven) in [(nil, true), ("ada", true), ("bob", false)] as [(String?, Bool)] {
            let option = user.map { ["--user", $0] } ?? []
            let variable = user.map { ["FEDAUTH_USER": $0] } ?? [:]
            for (option, variable) in [(option, [:]), ([], variable)] as [([String], [String: String])] {
                let done = try scene.home.fedauth(
                    ["credential"] + option + words, input: input,
                    adding: variable.merging(["KUBERNETES_EXEC_INFO": kubectl]) { $1 })
                #expect(done.text.contains("t0ken") == isGiven, "\(user ?? "-"): \(done)")
            }
        }
    }

    /// So is a stored password; '[defaults]', which are for all servers, do not choose it.
    @Test(arguments: [
        (["bazel", "get"], #"{"uri":"https://packages.example.org/x"}"#),
        (["keyring", "get", "https://packages.example.org/"], ""),
        (["keyring", "get", "https://packages.example.org/", "oauth2"], ""),
        (["go", "https://packages.example.org/"], "HTTP/1.1 401 Unauthorized\n\n"),
        (["get"], "protocol=https\nhost=packages.example.org\n\n"), (["docker", "get"], "packages.example.org"),
    ])
    func aStoredPasswordIsForItsUser(_ words: [String], _ input: String) throws {
        _ = try scene.home.fedauth(
            "credential", "docker", "store",
            input: #"{"ServerURL":"packages.example.org","Username":"ada","Secret":"pw"}"#)
        try scene.home.configure("[defaults]\nuser = \"bob\"\n")
        for (user, isGiven) in [(nil, true), ("ada", true), ("bob", false)] as [(String?, Bool)] {
            let option = user.map { ["--user", $0] } ?? []
            let variable = user.map { ["FEDAUTH_USER": $0] } ?? [:]
            for (option, variable) in [(option, [:]), ([], variable)] as [([String], [String: String])] {
                let done = try scene.home.fedauth(["credential"] + option + words, input: input, adding: variable)
                let has = done.text.contains("pw") || done.text.contains("YWRhOnB3")
                #expect(has == isGiven, "\(user ?? "-"): \(done)")
            }
        }
    }
}
