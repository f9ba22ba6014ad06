import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests that no server which only a service names passes a sign-in on, where a browser follows redirects and scripts.
    struct OAuth {
        @Test(arguments: ["passing", "scripting", "hiding"])
        func noCodeOfAnotherServerIsRedeemed(_ name: String) throws {
            try PassedOnSignIn.expectEnd(name, ["chromium", "--browser", "/usr/bin/chromium-headless-shell"])
        }
    }
}

extension FirefoxTests {
    @Test(arguments: ["scripting", "hiding"])
    func noCodeOfAnotherServerIsRedeemed(_ name: String) throws {
        try PassedOnSignIn.expectEnd(name, ["firefox"])
    }
}

/// A sign-in whose server sends the browser to another one.
private enum PassedOnSignIn {
    /// - Parameters:
    ///   - name: the server's behaviour.
    ///   - presenter: the name of the presenter, and its options.
    static func expectEnd(_ name: String, _ presenter: [String]) throws {
        let browser = try BrowserHome()
        let server = try OAuthServer.start()
        let outcome = try browser.fedauth(
            ["request", server.api + "/" + name, "--headless", "--no-input", "--timeout", "90s", "--presenter"]
                + presenter)
        let words = name == "hiding" ? "answers for" : "passes the sign-in on to"
        #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome)")
        let records = try server.records()
        #expect(records.contains { $0.path == "/\(name)/authorize" })
        #expect(records.allSatisfy { $0.path != "/authorize" && !$0.body.contains("code_verifier") })
    }
}
