import Testing

@testable import CommandSupport

struct TerraformProtocolTests {
    private let scene: ProgramProtocolScene

    init() throws { scene = try ProgramProtocolScene() }

    @Test func aHostGetsItsToken() throws {
        #expect(try scene.ask("terraform", "get", "api.example.org").says(#"{"token":"t0ken"}"# + "\n"))
        #expect(try scene.ask("terraform", "api", "get", "api.example.org").says(#"{"token":"t0ken"}"# + "\n"))
        for words in [["get", "evil.example.org"], ["api", "get", "api.example.org:8443"]] {
            #expect(try scene.home.fedauth(["credential", "terraform"] + words).says("{}\n"))
        }
    }

    @Test func aPasswordOfAnotherUserIsNoToken() throws {
        #expect(try scene.ask("terraform", "get", "packages.example.org").says("{}\n"))
    }

    @Test func aTokenOfTerraformLoginIsKeptUntilLogout() throws {
        let host = "app.example.org"
        #expect(try scene.ask("terraform", "store", host, input: #"{"token":"k3pt"}"#).says(""))
        #expect(try scene.ask("terraform", "get", host).says(#"{"token":"k3pt"}"# + "\n"))
        #expect(try scene.ask("terraform", "get", host + ":8443").says("{}\n"))
        #expect(try scene.ask("get", input: "url=https://\(host)\n").says(""))
        #expect(try scene.ask("terraform", "forget", host).says(""))
        #expect(try scene.ask("terraform", "get", host).says("{}\n"))
        #expect(try scene.ask("terraform", "store", host, input: "{}").status == 2)
        #expect(try scene.ask("terraform", "erase", host).status == 2)
    }
}
