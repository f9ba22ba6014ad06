@testable import Core
import Secrets
import Support
import Testing

@testable import CLI

/// The lines of `status`.
struct SessionReportTests {
    /// A store that was imported can hold any number as the end of a session.
    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func everyEndHasALine(_ end: Int64) throws {
        let session = Session(
            name: "mail", method: "saml", url: try WebURL("https://mail.test/"), user: nil, presenter: "form",
            obtained: Timestamp(seconds: 0), expires: Timestamp(seconds: end), expiryBasis: .assumed,
            jar: CookieJar([]))
        let now = Timestamp(seconds: 1_700_000_000)
        let line = SessionReport(session: session, store: MemoryStore(), now: now).line()
        #expect(line.hasPrefix("mail: the session at https://mail.test/ ended") == (end < now.seconds), "\(line)")
    }

    /// An entry that was imported can hold any text.
    @Test func textsCannotMoveTheCursor() throws {
        let url = try WebURL("https://mail.test/")
        let session = Session(
            name: "a\u{1b}]0;x\u{7}", method: "saml", url: url, user: "b\r\n\u{9b}31m", presenter: "form",
            obtained: Timestamp(seconds: 0), expires: Timestamp(seconds: 1), expiryBasis: .assumed, jar: CookieJar([]))
        let line = SessionReport(session: session, store: MemoryStore(), now: Timestamp(seconds: 2)).line()
        #expect(!line.hasControls && line.hasPrefix("a?]0;x?: the session as b"), "\(line)")
    }

    private func line(
        in seconds: Int64, basis: Session.ExpiryBasis, checked: Bool?
    ) throws -> Substring {
        let now = Timestamp(seconds: 1_700_000_000)
        let session = Session(
            name: "mail", method: "saml", url: try WebURL("https://mail.test/"), user: "ada", presenter: "form",
            obtained: now, expires: now.adding(seconds: seconds), expiryBasis: basis,
            jar: CookieJar([
                Cookie(
                    name: "a", value: SharedSecret(text: "b"), domain: "mail.test", isHostOnly: true, path: "/",
                    isSecure: true, isHTTPOnly: true, sameSite: nil, expires: nil, created: now, partitionKey: nil,
                    setBy: try WebURL("https://mail.test/").origin)
            ]))
        let line = SessionReport(session: session, store: MemoryStore(), now: now, checked: checked).line()
        let start = "mail: signed in as ada at https://mail.test/, valid until "
        #expect(line.hasPrefix(start), "\(line)")
        return line.dropFirst(start.count).drop { $0 != "(" }
    }

    /// An end that is assumed says nothing of the server's answer, which is about this moment.
    @Test(
        arguments: [
            (.assumed, nil, "(in 7 h 59 min, as is assumed)"),
            (.assumed, true, "(in 7 h 59 min, as is assumed); the server accepts it now"),
            (.cookie, nil, "(in 7 h 59 min)"), (.assertion, true, "(in 7 h 59 min); the server accepts it now"),
        ] as [(Session.ExpiryBasis, Bool?, String)])
    func theServersAnswerIsSaidWhateverTheEnd(
        _ basis: Session.ExpiryBasis, _ checked: Bool?, _ expected: String
    ) throws {
        #expect(try line(in: 28_799, basis: basis, checked: checked) == expected)
    }

    @Test(
        arguments: [
            (59, "(in 59 s)"), (60, "(in 1 min)"), (7200, "(in 2 h)"), (7260, "(in 2 h 1 min)"),
            (86400, "(in 1 d)"), (90_000, "(in 1 d 1 h)"), (86400 * 40_000, "(in more than 100 years)"),
        ] as [(Int64, String)])
    func lengthsHaveNoZeroUnit(_ seconds: Int64, _ expected: String) throws {
        #expect(try line(in: seconds, basis: .cookie, checked: nil) == expected)
    }
}
