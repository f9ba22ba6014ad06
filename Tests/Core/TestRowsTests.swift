import Support
import Testing

/// Tests that runs which share the rows of a table try each row once.
struct TestRowsTests {
    @Test(arguments: [["0", "123456789"], ["0123456789"], ["", "0123456789"], ["048", "1", "235679"]])
    func eachRowIsTriedOnce(_ shares: [String]) {
        for count in 0...32 {
            let table = Array(100..<100 + count)
            let parts = shares.map { TestRows(digits: $0).part(of: table) }
            #expect(parts.joined().sorted() == table)
            #expect(parts.allSatisfy { $0 == $0.sorted() })
        }
    }

    /// What takes each tenth row takes one of each table.
    @Test func theFirstRowIsTried() {
        #expect(TestRows(digits: "0").part(of: ["a", "b"]) == ["a"])
        #expect(TestRows(digits: "0").part(of: Array(0..<21)) == [0, 10, 20])
    }
}
