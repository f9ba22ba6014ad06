import Testing

@testable import CommandSupport

struct GoProtocolTests {
    private let scene: ProgramProtocolScene

    init() throws { scene = try ProgramProtocolScene() }

    private static let answer = "https://api.example.org\n\nAuthorization: Bearer t0ken\n\n"
    private static func head(_ status: Int) -> String { "HTTP/1.1 \(status) X\r\nWww-Authenticate: Bearer\r\n\r\n" }

    @Test func aNamedSessionIsGivenAtOnce() throws {
        #expect(try scene.ask("go", "api").says(Self.answer))
        #expect(try scene.ask("go").says(""))
    }

    @Test(arguments: [(401, true), (403, true), (404, false), (200, false)])
    func onlyARefusalIsAnswered(_ status: Int, _ isAnswered: Bool) throws {
        let url = "https://api.example.org/m/@v/list"
        for words in [["go", url], ["go", "api", url]] {
            let outcome = try scene.home.fedauth(["credential"] + words, input: Self.head(status))
            #expect(outcome.says(isAnswered ? Self.answer : ""), "\(outcome)")
        }
    }

    @Test(arguments: ["https://evil.example.org/m", "http://api.example.org/m", "https://api.example.org:8443/m"])
    func aForeignServerGetsNothing(_ url: String) throws {
        #expect(try scene.ask("go", url, input: Self.head(401)).says(""))
        #expect(try scene.ask("go", "api", url, input: Self.head(401)).says(""))
    }

    @Test func aStoredPasswordIsAField() throws {
        let outcome = try scene.ask("go", "https://packages.example.org/m", input: Self.head(401))
        #expect(outcome.says("https://packages.example.org\n\nAuthorization: Basic YWRhOnB3\n\n"), "\(outcome)")
    }
}
