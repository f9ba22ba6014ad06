import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests the cookies that the caller hands in for a sign-in.
struct CallerCookieTests {
    /// A session belongs to scheme and port, which most files do not tell.
    @Test(arguments: [
        ("https://app.test", "app.test", false, "http://app.test:8080"),
        ("https://app.test", "app.test", true, "https://app.test"),
        ("https://idp.test", "idp.test", true, "https://idp.test:8443"),
        ("https://app.test:99", "app.test", false, "https://app.test:99"),
        ("https://other.test", "other.test", false, "https://other.test"),
    ])
    func aCookieIsOfTheServersOfTheSignIn(_ told: String, _ domain: String, _ isSecure: Bool, _ origin: String) throws {
        let clock = TestClock()
        let cookie = Cookie(
            name: "a", value: SharedSecret(text: "1"), domain: domain, isHostOnly: true, isSecure: isSecure,
            created: clock.now, setBy: try WebURL(told + "/").origin)
        let inner = FakePresenter()
        let presenter = PresenterWithCookies(inner, clock: clock) { () throws(FedauthError) in CookieJar([cookie]) }
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://idp.test:8443/in")),
                finish: FinishEndpoint(try WebURL("http://app.test:8080/")), deadline: Deadline(seconds: 9, from: clock)
            ))
        #expect(inner.asked.first?.jar.cookies.map(\.setBy.description) == [origin])
    }
}
