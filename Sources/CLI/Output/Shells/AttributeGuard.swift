/// The first assignments, for a shell with typed variables: it evaluates what is assigned to one that the user has declared
/// as a number (`typeset -i`, `declare -i`, by a nameref too), and `a[$(command)]` would run the command.
///
/// A hexadecimal number in letters of both cases is assigned first. It stays as it is only where the shell neither evaluates
/// values nor changes their case or width; else the line fails, and what comes from a server is not assigned. A nameref
/// without a target does not take it. It consists of letters and digits, since no IFS takes those apart unnoticed.
enum AttributeGuard {
    private static let probe = "0xAa"

    /// - Parameters:
    ///   - assigning: what stands before assignments.
    ///   - prefix: what stands before a builtin.
    static func statement(_ names: [String], assigning: String = "", prefix: String = "") -> String {
        guard !names.isEmpty else { return "" }
        let probes = String(repeating: probe, count: names.count)
        return assigning + names.map { "\($0)=\(probe)" }.joined(separator: " ")
            + " && \(prefix)'test' \(names.map { "$" + $0 }.joined()) = \(probes) && "
    }
}
