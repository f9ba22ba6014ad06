import Glibc

/// Which rows of a long table this run tries. `make test` and `make soak` share the rows of such a table: `scripts/test` gives
/// each the last digits of the numbers of its rows. Without it, a run tries all of them.
public struct TestRows: Sendable {
    static let variable = "FEDAUTH_TESTS_ROWS"

    private let digits: String

    /// - Parameter digits: the last digits of the numbers, counted from 0, of the rows to try.
    public init(digits: String) { self.digits = digits }

    /// The rows of this run.
    public static let ofThisRun = TestRows(digits: getenv(variable).map { String(cString: $0) } ?? "0123456789")

    /// Tells a program that shares its rows in the same way which of them to try.
    public var environment: [String: String] { [Self.variable: digits] }

    /// Returns the rows of the table that are to be tried.
    public func part<Row>(of table: [Row]) -> [Row] {
        table.indices.filter { digits.contains(String($0 % 10)) }.map { table[$0] }
    }
}

/// Returns the rows of a long table that this run tries.
public func rowsOfThisRun<Row>(_ table: [Row]) -> [Row] { TestRows.ofThisRun.part(of: table) }
