import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests proxies that require a password: the sources of the password, and that it is sent to the proxy only.
struct ProxyTests {
    let home: Home
    let server: TLSServer
    private static let needle = "geheim"

    init() throws {
        home = try Home()
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

    /// libcurl never looks at its time limit while these peers send.
    @Test(arguments: ["proxy", "handshake"]) func aPeerWithoutAnEndDoesNotHoldTheCommand(_ peer: String) throws {
        let line = try LabProgram.firstLine(of: "Tests/Lab/endless", [peer])
        let port = String(decoding: line.dropLast(), as: UTF8.self)
        let words =
            peer == "proxy"
            ? ["https://far.fedauth.test/", "--proxy", "http://127.0.0.1:\(port)"] : ["https://127.0.0.1:\(port)/"]
        for more in [[], ["--json"]] {
            let outcome = try home.fedauth(["request"] + words + ["--timeout", "1s"] + more)
            #expect(outcome.status == 6 && more.isEmpty == outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("error: timed out after 1 s while waiting for"), "\(outcome)")
        }
    }

    @Test func eachSourceOfThePasswordIsTaken() throws {
        let file = try home.file("password", Self.needle + "\n")
        let words = ["--proxy", "http://" + locked, "--proxy-user", "anna"]
        for source in [["--proxy-password-file", file], ["--proxy-password-command", "cat \(file)"]] {
            let outcome = try home.fedauth(["request", url(), "--no-input"] + words + source)
            #expect(outcome.status == 0, "\(outcome)")
        }
        let descriptor = try Run.program(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" 7<\(file)", Home.binary, "request", url()] + words + [
                "--proxy-password-fd", "7",
            ],
            environment: home.environment)
        #expect(descriptor.status == 0, "\(descriptor)")
        let configuration = try home.file(
            "c.toml",
            "[defaults]\nproxy = \"\(locked)\"\nproxy-user = \"anna\"\nproxy-password-file = \"\(file)\"\n")
        #expect(try request("--config", configuration).status == 0)
        let variables = [
            "FEDAUTH_PROXY": locked, "FEDAUTH_PROXY_USER": "anna", "FEDAUTH_PROXY_PASSWORD_COMMAND": "cat \(file)",
        ]
        #expect(try request(adding: variables).status == 0)
        #expect(try request(adding: ["https_proxy": "http://anna:\(Self.needle)@\(locked)/"]).status == 0)
        // The address is percent-encoded, as every address.
        #expect(try request(adding: ["HTTPS_PROXY": "http://ann%61:g%65heim@\(locked)"]).status == 0)
        let asked = try TerminalChild(Home.binary, ["request", url()] + words, environment: home.environment)
        try asked.expect("The password of 'anna' for the proxy")
        asked.type(Self.needle)
        #expect(try asked.finish() == 0, "\(asked.text)")
    }
}
