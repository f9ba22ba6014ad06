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

    /// Browsers' extensions write the end of a session in several ways, fractions, and marks at the beginning.
    @Test(arguments: [
        ("0", nil), ("", nil), ("-1", nil), ("4102444800", 4_102_444_800), ("4102444800.75", 4_102_444_800),
    ])
    func theEndOfACookie(_ written: String, _ expected: Int64?) throws {
        for mark in ["", "\u{FEFF}", "\u{FEFF}# Netscape HTTP Cookie File\n"] {
            let file = try read("\(mark)idp.example.org\tFALSE\t/\tTRUE\t\(written)\ta\t1")
            #expect(file.jar.cookies.first?.expires?.seconds == expected && file.jar.cookies.count == 1)
            #expect(file.refusals == [])
        }
    }

    @Test func utf16IsRead() throws {
        let text = "idp.example.org\tFALSE\t/\tTRUE\t0\ta\tgrün\r\n"
        for isLittle in [true, false] {
            let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isLittle ? pair.reversed() : pair
            }
            let file = try CookieFile(SharedSecret(Secret(bytes)), name: "jar", suffixes: Suffixes(), now: Self.now)
            #expect(file.jar.cookies.first?.value == SharedSecret(text: "grün"))
        }
    }

    /// A wrong line among good ones is left out, and named for what is wrong with it.
    @Test(arguments: [
        ("idp.example.org FALSE / TRUE 0 b 2", "line 3 has blanks where tabs belong"),
        ("idp.example.org\tFALSE\t/\tTRUE", "line 3 has 4 fields, not seven fields between tabs"),
        ("words", "line 3 has no tabs, not seven fields between tabs"),
        ("idp.example.org\tFALSE\t/\tTRUE\tsoon\tb\t2", "line 3 has the end 'soon', which is not a number of seconds"),
        ("idp.example.org\tFALSE\t/\tTRUE\tinf\tb\t2", "line 3 has the end 'inf', which is not a number of seconds"),
    ])
    func aWrongLineIsNamed(_ line: String, _ refusal: String) throws {
        let file = try read("# comment\n\n\(line)\nidp.example.org\tFALSE\t/\tTRUE\t0\ta\t1\n")
        #expect(file.refusals == [refusal] && file.jar.cookies.map(\.name) == ["a"])
        let error = failure { _ = try read("\n\n" + line) }
        #expect(error?.code == .usage && error?.message == "'jar' is no cookie file: " + refusal)
    }

    /// The words of browsers' extensions and of Selenium.
    @Test(arguments: ["expires", "expirationDate", "expiry"], ["no_restriction", "None", "lax", "unspecified"])
    func jsonOfOtherProgramsIsRead(_ end: String, _ sameSite: String) throws {
        let file = try read(
            """
            \u{FEFF}[{"domain": ".idp.example.org", "name": "a", "value": "1", "secure": true, "\(end)": 4102444800.75,
              "hostOnly": false, "session": false, "storeId": null, "sameSite": "\(sameSite)", "id": 1},
             {"domain": "idp.example.org", "name": "gone", "value": "1", "\(end)": 1}]
            """)
        #expect(file.jar.cookies.map(\.name) == ["a"] && file.refusals == [])
        #expect(file.jar.cookies.first?.expires?.seconds == 4_102_444_800)
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

    /// A cause is said once, with the number of cookies.
    @Test func whatABrowserKeepsToItselfIsSaidOnce() {
        let locked = "abcde".map { UnopenedCookie(name: String($0), problem: "the keyring is locked") }
        let spoilt = UnopenedCookie(name: "s\n", problem: nil)
        let file = CookieFile([], unopened: locked + [spoilt], suffixes: Suffixes(), now: Self.now)
        #expect(
            file.refusals == [
                "the cookie 's' cannot be decrypted",
                "5 cookies ('a', 'b', 'c', …) cannot be decrypted: the keyring is locked",
            ])
    }

    @Test(arguments: ["<html>", "a=b", #"{"a": 1}"#, "[", "example.org\tFALSE\t/\tTRUE\tsoon\ta\t1"])
    func otherContentIsAnError(_ text: String) {
        #expect(failure { _ = try read(text) }?.code == .usage)
    }
}
