import Core
import Secrets
import Support
import Testing

/// Tests cookies that the caller hands in.
struct CookieFileTests {
    private static let now = TestClock().now

    private final class Suffixes: PublicSuffixes {
        func isPublicSuffix(_ host: String) -> Bool { host == "org" }
    }

    private func read(_ text: String) throws -> CookieFile {
        try CookieFile(SharedSecret(text: text), name: "jar", suffixes: Suffixes(), now: Self.now)
    }

    @Test func aCookieFileIsRead() throws {
        let end = Self.now.seconds + 60
        let file = try read(
            """
            # Netscape HTTP Cookie File

            idp.example.org\tFALSE\t/\tTRUE\t0\tsession\ta=b\r
            #HttpOnly_.example.org\tTRUE\t/sso\tFALSE\t\(end)\twide\t
            old.example.org\tFALSE\t/\tTRUE\t1\tgone\tx
            ::1\tFALSE\t/\tFALSE\t0\tsix\ty
            """)
        #expect(file.jar.cookies.map(\.name) == ["session", "wide", "six"] && file.refusals == [])
        let (first, second) = (file.jar.cookies[0], file.jar.cookies[1])
        #expect(first.isHostOnly && first.isSecure && !first.isHTTPOnly && first.expires == nil)
        #expect(first.value == SharedSecret(text: "a=b"))
        #expect(!second.isHostOnly && second.domain == "example.org" && second.isHTTPOnly && second.path == "/sso")
        #expect(second.expires?.seconds == end && second.value.isEmpty)
        #expect(file.jar.cookies[2].domain == "[::1]")
    }

    @Test(arguments: [
        #"{"cookies": [{"domain": "idp.example.org", "name": "a", "value": "1", "secure": true}], "url": "x"}"#,
        #" [{"domain": ".idp.example.org", "name": "a", "value": "1", "expires": -1}]"#,
    ])
    func jsonIsRead(_ text: String) throws {
        let file = try read(text)
        #expect(file.jar.cookies.map(\.name) == ["a"] && file.refusals == [])
    }

    /// What no server could have set is left out.
    @Test(arguments: [
        ".org\tTRUE\t/\tTRUE\t0\ta\t1", "a b\tFALSE\t/\tTRUE\t0\ta\t1", "example.org\tFALSE\t/\tFALSE\t0\t__Host-a\t1",
        "example.org\tFALSE\tx\tTRUE\t0\ta\t1", #"[{"domain": "org", "hostOnly": false, "name": "a", "value": "1"}]"#,
    ])
    func aCookieThatIsNoneIsRefused(_ text: String) throws {
        let file = try read(text)
        #expect(file.jar.isEmpty && file.refusals.count == 1)
    }

    @Test(arguments: ["<html>", "a=b", #"{"a": 1}"#, "[", "example.org\tFALSE\t/\tTRUE\tsoon\ta\t1"])
    func otherContentIsAnError(_ text: String) {
        #expect(failure { _ = try read(text) }?.code == .usage)
    }
}
