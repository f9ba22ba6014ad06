import Testing

@testable import CommandSupport

struct KeyringProtocolTests {
    private let scene: ProgramProtocolScene

    init() throws { scene = try ProgramProtocolScene() }

    private func ask(_ words: String...) throws -> Outcome {
        try scene.home.fedauth(["credential", "keyring", "--"] + words)
    }

    @Test func pipGetsAPasswordByAddressOrHost() throws {
        #expect(try ask("get", "https://packages.example.org/simple/", "ada").says("pw\n"))
        #expect(try ask("get", "packages.example.org", "oauth2").says("pw\n"))
        #expect(try ask("get", "https://api.example.org/simple/", "oauth2").says("t0ken\n"))
    }

    @Test func anotherUsersPasswordIsNotGiven() throws {
        let outcome = try ask("get", "https://packages.example.org/simple/", "bob")
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        #expect(try ask("get", "https://packages.example.org/simple/", "__token__").says("pw\n"))
    }

    @Test func uvGetsTheUserToo() throws {
        #expect(try ask("get", "https://packages.example.org/simple/", "--mode", "creds").says("ada\npw\n"))
        #expect(try ask("--mode=creds", "get", "https://api.example.org/simple/").says("oauth2\nt0ken\n"))
        #expect(try ask("get", "https://api.example.org/simple", "oauth2").says("t0ken\n"))
        #expect(try ask("get", "https://api.example.org/", "me", "--mode", "password").says("t0ken\n"))
    }

    @Test(arguments: ["https://evil.example.org/", "https://api.example.org:8443/", "evil.example.org"])
    func aForeignIndexGetsNothing(_ url: String) throws {
        let outcome = try ask("get", url, "oauth2")
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test func otherOperationsAreRefused() throws {
        #expect(try ask("set", "https://h/", "u").status == 2)
        #expect(try ask("get").status == 2)
    }
}
