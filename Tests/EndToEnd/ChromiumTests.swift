import Testing

/// The owned browser: each test drives the real Chromium of Debian, one after the other.
@Suite(.serialized)
struct ChromiumTests {}

/// The words of a sign-in that a browser shows.
enum BrowserSignIn {
    /// From a page of the hostile servers.
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
