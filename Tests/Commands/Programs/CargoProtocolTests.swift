import Testing

@testable import CommandSupport

struct CargoProtocolTests {
    private let scene: ProgramProtocolScene

    init() throws { scene = try ProgramProtocolScene() }

    /// Returns the answers to messages, as cargo 1.96 writes them, without that of the versions.
    ///
    /// - Parameter reason: what stderr says; nil: nothing.
    private func ask(
        _ messages: [String], _ index: String = ProgramProtocolScene.server, args: [String] = [], reason: String? = nil
    ) throws -> [Substring] {
        let lines = messages.map { kind in
            #"{"v":1,"registry":{"index-url":"sparse+\#(index)/idx/","name":"judge","headers":[]},"kind":\#(kind),"#
                + #""args":[\#(args.map { "\"\($0)\"" }.joined(separator: ","))]}"# + "\n"
        }
        let outcome = try scene.ask("cargo", "--", "--cargo-plugin", input: lines.joined())
        #expect(outcome.status == 0, "\(outcome)")
        #expect(reason.map { outcome.errors.contains($0) } ?? outcome.errors.isEmpty, "\(outcome)")
        let answers = outcome.text.split(separator: "\n")
        #expect(answers.first == #"{"v":[1]}"#)
        return Array(answers.dropFirst())
    }

    private static func given(_ token: String) -> Substring {
        #"{"Ok":{"kind":"get","token":"\#(token)","cache":"session","operation_independent":true}}"#
    }
    private static let get = #""get","operation":"read""#
    private static let none: Substring = #"{"Err":{"kind":"not-found"}}"#

    @Test func aTokenIsTheWholeField() throws {
        #expect(try ask([Self.get, Self.get]) == [Self.given("Bearer t0ken"), Self.given("Bearer t0ken")])
        #expect(try ask([Self.get], args: ["api"]) == [Self.given("Bearer t0ken")])
    }

    @Test func aForeignIndexGetsNothing() throws {
        for index in ["https://evil.example.org", "https://api.example.org:8443", "http://api.example.org"] {
            #expect(try ask([Self.get], index) == [Self.none], "\(index)")
            let reason = "the session 'api' is for 'https://api.example.org/', not for '\(index)/idx/'"
            #expect(try ask([Self.get], index, args: ["api"], reason: reason) == [Self.none], "\(index)")
        }
    }

    @Test func aPasswordOfAnotherUserIsNoToken() throws {
        #expect(try ask([Self.get], ProgramProtocolScene.index) == [Self.none])
    }

    @Test func aTokenOfCargoLoginIsKeptUntilLogout() throws {
        let index = "https://crates.example.org"
        let answers = try ask(
            [#""login","token":"c r","login-url":null"#, Self.get, #""logout""#, Self.get], index)
        #expect(
            answers == [#"{"Ok":{"kind":"login"}}"#, Self.given("c r"), #"{"Ok":{"kind":"logout"}}"#, Self.none])
    }

    /// A profile without a session, and one for another server, hide no token that cargo handed over.
    @Test func aProfileFallsBackToTheTokenOfCargoLogin() throws {
        let index = "https://crates.example.org"
        _ = try ask([#""login","token":"c r","login-url":null"#], index)
        for name in ["api", "none"] {
            #expect(try ask([Self.get], index, args: [name]) == [Self.given("c r")], "\(name)")
        }
        #expect(try ask([Self.get], args: ["api"]) == [Self.given("Bearer t0ken")])
    }

    /// Each index has its own token, also on one host, and git, keyring and Bazel see none of them.
    @Test func aTokenOfCargoLoginIsForItsIndexOnly() throws {
        let host = "https://crates.example.org"
        for name in ["a", "b"] { _ = try ask([#""login","token":"\#(name)""#], "\(host)/\(name)") }
        for name in ["a", "b"] { #expect(try ask([Self.get], "\(host)/\(name)") == [Self.given(name)], "\(name)") }
        _ = try ask([#""logout""#], "\(host)/a")
        for path in ["/a", "", "/b/c"] { #expect(try ask([Self.get], host + path) == [Self.none], "\(path)") }
        #expect(try ask([Self.get], "\(host)/b") == [Self.given("b")])
        for description in ["url=\(host)\n", "url=\(host)/b/idx/\nusername=cargo\n"] {
            #expect(try scene.ask("get", input: description).says(""), "\(description)")
        }
        #expect(try scene.ask("keyring", "get", "\(host)/b/idx/", "oauth2").text.isEmpty)
        #expect(try scene.ask("bazel", "get", input: #"{"uri":"\#(host)/b/idx/"}"#).says(#"{"headers":{}}"# + "\n"))
        #expect(try scene.home.fedauth("store", "list").text.contains("cargo/\(host)/b/idx/\t"))
    }

    @Test func mistakesAreAnswers() throws {
        #expect(try ask([#""unknown""#]) == [#"{"Err":{"kind":"operation-not-supported"}}"#])
        let login = try ask([#""login""#], args: ["api"])
        #expect(login.first?.contains("fedauth login api") == true && login.first?.contains(#""kind":"other""#) == true)
        #expect(login.first?.contains("cargo login --registry judge < FILE") == true)
        for token in ["", #"a\nb"#] {
            let answer = try ask([#""login","token":"\#(token)""#])
            #expect(answer.first?.contains("no token was handed over") == true, "\(answer)")
        }
        // With an error 'cargo login' would end before it hands a token over.
        let (index, reason) = ("https://crates.example.org", "there is no session 'nosuch'")
        #expect(try ask([Self.get], index, args: ["nosuch"], reason: reason) == [Self.none])
        let git = #"{"v":1,"registry":{"index-url":"https://api.example.org/"},"kind":"get","operation":"read"}"# + "\n"
        let outcome = try scene.ask("cargo", "--", "--cargo-plugin", input: git)
        #expect(outcome.text.hasSuffix(#"{"Err":{"kind":"url-not-supported"}}"# + "\n"), "\(outcome)")
    }
}
