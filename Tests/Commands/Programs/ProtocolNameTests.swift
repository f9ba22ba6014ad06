import Testing

@testable import CommandSupport

struct ProtocolNameTests {
    /// Programs that read addresses by RFC 3986 would send what they get to the other host.
    @Test(arguments: [
        ("https://api.example.org/", true), ("https://api.example.org\\@evil.example/", false),
        ("https://api.example.org\\.evil.example/", false), ("https://api.example.org\\/x@evil.example/", false),
        ("https://api.exam\tple.org/", false), ("https://api.example.org /", false),
    ])
    func whatProgramsReadDifferentlyIsRefused(_ address: String, _ isPlain: Bool) throws {
        let scene = try ProgramProtocolScene()
        let text = address.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
        let asked = #"{"v":1,"registry":{"index-url":"sparse+\#(text)idx/"},"kind":"get","operation":"read","args":[]}"#
        for (words, input) in [
            (["bazel", "get"], #"{"uri":"\#(text)"}"#), (["keyring", "get", address, "oauth2"], ""),
            (["terraform", "get", String(address.dropFirst(8).prefix { $0 != "/" || !isPlain })], ""),
            (["go", address], "HTTP/1.1 401 Unauthorized\n\n"), (["cargo", "--", "--cargo-plugin"], asked + "\n"),
        ] {
            let outcome = try scene.home.fedauth(["credential"] + words, input: input)
            #expect(outcome.text.contains("t0ken") == isPlain, "\(words): \(outcome)")
        }
    }

    @Test func aMistypedProtocolIsAMistakeAndAnUnknownOperationIsNot() throws {
        let scene = try ProgramProtocolScene()
        let outcome = try scene.ask("kubctl", "prod")
        #expect(outcome.status == 2 && outcome.errors.contains("there is no protocol 'kubctl'"), "\(outcome)")
        #expect(outcome.errors.contains("kubectl"), "\(outcome)")
        for word in ["kubctl", "KUBECTL", "pip", "openconnect", "vnp"] {
            let alone = try scene.ask(word)
            #expect(alone.status == 2 && alone.errors.contains("there is no protocol '\(word)'"), "\(alone)")
        }
        #expect(try scene.ask("later").says(""))
    }
}
