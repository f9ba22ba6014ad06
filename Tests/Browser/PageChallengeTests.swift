import Core
import Testing

@testable import Browser

/// Tests which challenges get a user name and a password, and which servers a ticket.
struct PageChallengeTests {
    private func challenge(
        _ server: String = "https://idp.test", source: String = "Server", scheme: String = "basic"
    ) throws -> PageChallenge {
        let parameters: JSONValue = [
            "requestId": "1", "frameId": "f", "resourceType": "Document",
            "request": ["url": "https://idp.test/sso", "method": "GET"],
        ]
        return PageChallenge(
            ["source": .text(source), "origin": .text(server), "scheme": .text(scheme), "realm": "staff"],
            to: try #require(PageRequest(parameters, session: "s", window: "f")))
    }

    @Test(arguments: ["basic", "Digest"]) func theServerOfTheRequestGetsAnAnswer(_ scheme: String) throws {
        let space = try challenge(scheme: scheme).space
        #expect(space == ProtectionSpace(try WebURL("https://idp.test/").origin, realm: "staff"))
    }

    @Test(arguments: [
        ("https://proxy.test:3128", "Proxy", "basic"), ("https://idp.test", "Proxy", "basic"),
        ("https://evil.test", "Server", "basic"), ("http://idp.test", "Server", "basic"),
        ("https://idp.test", "Server", "ntlm"), ("https://idp.test", "Server", "negotiate"), ("", "", ""),
    ])
    func nothingElseDoes(_ server: String, _ source: String, _ scheme: String) throws {
        #expect(try challenge(server, source: source, scheme: scheme).space == nil)
    }

    private func words(start: String, allowed: [String] = [], sendsTicket: Bool = true) throws -> [String] {
        var launch = BrowserLaunch(program: "chromium")
        launch.sendsTicket = sendsTicket
        return launch.naming(
            [try WebURL(start).origin, try WebURL("https://app.test/done").origin],
            policy: NavigationPolicy(allowedHosts: allowed)
        ).words
    }

    @Test func namedServersGetATicketOverHTTPSOnly() throws {
        let first = "--auth-server-allowlist=https://app.test:443"
        #expect(try words(start: "http://127.0.0.1:81/a") == [first])
        #expect(try words(start: "https://idp.test:8443/a") == [first + ",https://idp.test:8443"])
        #expect(
            try words(start: "https://app.test/a", allowed: ["*.corp.test"]) == [
                "--auth-server-allowlist=https://*.corp.test,https://app.test:443"
            ])
        #expect(try words(start: "https://app.test/a", sendsTicket: false).isEmpty)
    }
}
