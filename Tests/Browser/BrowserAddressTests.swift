import Testing

@testable import Browser

struct BrowserAddressTests {
    @Test(arguments: [
        ("https://sp/finish?x=1#f", "https://sp/finish?x=1"), ("https://ada:pw@sp:8443/x", "https://sp:8443/x"),
        ("http://ada@localhost/", "http://localhost/"), ("https://sp/@evil.example/", "https://sp/@evil.example/"),
        ("https://a@b@sp/", "https://sp/"),
    ])
    func namesTheHostThatIsAsked(_ text: String, _ expected: String) {
        #expect(BrowserAddress.web(text)?.description == expected)
    }

    @Test(arguments: ["about:blank", "data:text/html,x", "blob:https://sp/1", "chrome-error://chromewebdata/", ""])
    func addressesWithoutARequestAreLocal(_ text: String) {
        guard case .local = BrowserAddress.kind(text) else {
            Issue.record("'\(text)' is not local")
            return
        }
    }

    @Test func whatWeCannotReadIsRefused() {
        guard case .unreadable = BrowserAddress.kind("https://sp..example/") else {
            Issue.record("it was read")
            return
        }
    }
}
