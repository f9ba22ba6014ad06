import Testing

@testable import Core

struct CookieDateTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
        ("1 jan 69 0:0:0", 3_124_224_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func readsTheFormsOfTheField(_ text: String, _ seconds: Int64) {
        #expect(CookieDate.timestamp(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "soon", "Sun, 06 Nov 1994", "06 Nov 1994 24:00:00", "32 Nov 1994 08:49:37",
        "06 Nov 1500 "
            + "08:49:37", "99:99:99",
    ])
    func refusesTheRest(_ text: String) {
        #expect(CookieDate.timestamp(text) == nil)
    }
}
