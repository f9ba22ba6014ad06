import Core
import Glibc
import Testing

@testable import CLI

/// Tests the lists that commands print.
struct TableTests {
    private static let now = Timestamp(seconds: 1_700_000_000)
    private let table = Table(
        ["NAME", "KIND", "CHANGED", "EXPIRES"],
        [
            [.text("a"), .text("password"), .time(now.adding(seconds: -200_000)), .end(nil)],
            [.text("longer"), .text("-"), .time(nil), .end(now.adding(seconds: -1))],
            [.text("c"), .text("x"), .time(now, note: "assumed"), .end(now.adding(seconds: 25_300))],
        ], now: now)

    private func utc(_ body: () throws -> Void) rethrows {
        let old = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", "UTC", 1)
        defer { if let old { setenv("TZ", old, 1) } else { unsetenv("TZ") } }
        try body()
    }

    @Test func programsGetTabsAndExactTimes() {
        #expect(
            table.forPrograms == """
                a\tpassword\t2023-11-12T14:40:00Z
                longer\t-\t-\texpired
                c\tx\t2023-11-14T22:13:20Z

                """)
    }

    @Test func peopleGetHeadersAndDistances() {
        utc {
            #expect(
                table.forPeople(TextColumns(width: .max)) == """
                    NAME    KIND      CHANGED                          EXPIRES
                    a       password  2023-11-12 14:40 (2 days ago)
                    longer  -         -                                2023-11-14 22:13 (1 s ago)
                    c       x         2023-11-14 22:13 (now, assumed)  2023-11-15 05:15 (in 7 h)

                    """)
        }
    }

    @Test func aColumnWithoutAFieldHasNoHeader() {
        let table = Table(["NAME", "STATE"], [[.text("a"), .end(nil)], [.text("b")]], now: Self.now)
        #expect(table.forPeople(TextColumns(width: 80)) == "NAME\na\nb\n")
        #expect(Table(["NAME"], [], now: Self.now).forPeople(TextColumns(width: 80)).isEmpty)
    }

    @Test func theLastColumnIsBrokenAtWords() {
        let table = Table(rows: [["name:", "one two three four five six seven eight nine ten"]])
        #expect(
            table.forPeople(TextColumns(width: 40))
                == "name:  one two three four five six seven\n       eight nine ten\n")
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func everyTimeIsShown(_ seconds: Int64) {
        #expect(ShownTime(Timestamp(seconds: seconds), now: Self.now).text().hasSuffix(")"))
    }
}
