import Core
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
        let line = SessionReport(session, store: MemoryStore(), now: now).line(now: now)
        #expect(line.hasPrefix("mail: the session at https://mail.test/ ended") == (end < now.seconds), "\(line)")
    }
}
