/// The first assignments, for a shell with typed variables: it evaluates what is assigned to one that the user has declared
/// as a number (`typeset -i`, `declare -i`, by a nameref too), and `a[$(command)]` would run the command.
///
/// The sum is assigned first, and is itself afterwards only where nothing is evaluated; else the line fails, and what comes
/// from a server is not assigned. A nameref without a target does not take it.
enum AttributeGuard {
    /// Returns the statement.
    ///
    /// - Parameters:
    ///   - assigning: placed before assignments.
    ///   - prefix: placed before a builtin.
    static func statement(_ names: [String], assigning: String = "", prefix: String = "") -> String {
        guard !names.isEmpty else { return "" }
        let sums = String(repeating: "1+1", count: names.count)
        return assigning + names.map { $0 + "=1+1" }.joined(separator: " ")
            + " && \(prefix)'test' \(names.map { "$" + $0 }.joined()) = \(sums) && "
    }
}
