import Support
import Testing

@testable import CommandSupport

/// Tests that results are as `docs/json` says: `CommandHome` holds each of them against its schema. What needs servers of its own is
/// shown by the tests of those commands.
struct JSONTests {
    let home: Home

    init() throws { home = try CommandHome() }

    private func run(_ line: String, input: String = "value") throws {
        let words = line.split(separator: " ").map(String.init)
        let outcome = try home.fedauth(words + ["--json"], input: input)
        #expect(JSONSchema.row(for: words) != nil && !outcome.text.isEmpty, "\(line): \(outcome)")
        #expect(outcome.status == 0, "\(line): \(outcome)")
    }

    @Test func theStoreIsSo() throws {
        for line in [
            "store init", "store put a --expires 1h --kind password --attribute host=h.test", "store get a",
            "store rename a b", "store list", "store search b", "store list --stores", "store verify", "store recover",
            "store slot list", "store doctor", "store export --plaintext -o \(home.path)/out",
            "store import --plaintext \(home.path)/out", "store lock", "store delete b", "doctor", "--version",
        ] { try run(line) }
    }

    @Test func identitiesAreSo() throws {
        let file = Repository.root + "/Tests/Vectors/identities/plain.pem"
        for line in [
            "identity import \(file) --name ada", "identity list", "identity show ada", "identity bind ada h.test",
            "identity export ada --pem \(home.path)/ada.pem --unencrypted", "identity delete ada", "passkey list",
        ] { try run(line, input: "") }
    }

    @Test func profilesAreSoAndScalarsAreScalars() throws {
        let settings = "--user ada --min-validity 10m --no-wait --allow-host x.test --field a=text:b"
        try run("profile add a https://h.test/ " + settings)
        for line in ["profile list", "profile show a", "profile show a --origin", "profile edit a --user bob"] {
            try run(line, input: "")
        }
        let shown = try home.fedauth("profile", "list", "--json").text
        for part in [#""user":"bob""#, #""no-wait":true"#, #""allow-host":["x.test"]"#, #""field":["a=text:b"]"#] {
            #expect(shown.contains(part), "\(part): \(shown)")
        }
        try run("profile remove a", input: "")
    }

    @Test func sessionsAreSo() throws {
        let server = try BasicServer.start()
        let password = try home.file("password", "Circle of Life")
        let origin = server.main
        for line in [
            "basic \(origin)/basic --user ada --password-file \(password) --no-input", "status", "status --all",
            "export-headers", "request \(origin)/basic", "logout",
        ] { try run(line, input: "") }
        // A list may be empty.
        #expect(try home.fedauth("status", "--all", "--json").text == "[]\n")
        #expect(try home.fedauth("cancel", "--json").status != 0)
    }
}
