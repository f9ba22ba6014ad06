import Glibc
import Testing

@testable import CommandSupport

/// Tests `--presenter remote` for a finish on this machine, whose address carries the result.
struct RemoteAnswerTests {
    let home: Home
    private let words = [
        "saml", "https://idp.example.org/authorize?redirect_uri={finish}", "--finish", "http://localhost:0/callback",
        "--presenter", "remote",
    ]

    init() throws {
        home = try Home()
        home.environment["SSH_CONNECTION"] = "192.0.2.7 50000 198.51.100.4 22"
    }

    private func port(in talk: String) throws -> UInt16 {
        let mark = try #require(talk.firstRange(of: "redirect_uri=http%3A%2F%2Flocalhost%3A"))
        return try #require(UInt16(talk[mark.upperBound...].prefix(while: \.isNumber)))
    }

    @Test func anAddressIsPasted() throws {
        let child = try TerminalChild(Home.binary, words, environment: home.environment)
        try child.expect("and press Return")
        try child.wait { !child.echoes }
        let port = try port(in: child.text)
        #expect(child.text.contains("ssh -N -L \(port):127.0.0.1:\(port) "))
        child.type("https://idp.example.org/elsewhere?access_token=x")
        try child.expect("the sign-in ends at 'http://localhost:\(port)/callback'")
        child.type("what is this")
        try child.expect("is not an address")
        // The line is longer than the line mode of a terminal allows, is marked as a paste, and has a correction at its end.
        let token = String(repeating: "t0", count: 4000)
        child.type("\u{1B}[200~http://localhost:\(port)/callback#access_token=\(token)&x=1\u{1B}[201~x\u{7F}")
        #expect(try child.finish() == 0, "\(child.text)")
        #expect(!child.text.contains("t0t0"), "\(child.text)")
        #expect(try home.fedauth("token").text == token + "\n")
    }

    @Test func aBrowserComesThroughTheTunnel() throws {
        let child = try Child(Home.binary, words, environment: home.environment)
        try child.waitForErrors(containing: "redirect_uri=")
        let port = try port(in: child.errorText)
        let visitor = try WindowVisitor("http://localhost:\(port)/")
        #expect(try visitor.ask("GET", "/callback?access_token=abc").contains("You can close this window"))
        let outcome = try child.finish()
        #expect(outcome.status == 0 && !outcome.errors.contains("paste"), "\(outcome)")
        #expect(try home.fedauth("token").text == "abc\n")
    }

    @Test func ctrlCGivesTheTerminalBack() throws {
        let child = try TerminalChild(Home.binary, words, environment: home.environment)
        try child.expect("and press Return")
        try child.wait { !child.echoes }
        child.send([0x03])
        #expect(try child.finish() == -SIGINT)
        #expect(child.echoes)
    }
}
