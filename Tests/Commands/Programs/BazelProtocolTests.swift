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
    }
}
