import Testing

@testable import CommandSupport

/// Tests the browser that fedauth starts: each test uses the real Chromium of Debian, one after the other.
@Suite(.serialized)
struct ChromiumTests {}

/// Builds the words of a sign-in in a browser.
enum BrowserSignIn {
    /// Returns the words for a page of the hostile servers.
    static func words(
        _ page: String, finish: String = "/browser/finish", visible: Bool = false, timeout: String = "60s",
        _ more: [String] = []
    ) throws -> [String] {
        let hostile = try Hostile.get()
        return [
            "saml", page.hasPrefix("https:") ? page : hostile.https + page, "--finish",
            finish.hasPrefix("http") ? finish : hostile.https + finish, "--presenter", "chromium", "--cacert",
            hostile.caFile, "--timeout", timeout,
        ] + (visible ? [] : ["--headless"]) + more
    }
}
