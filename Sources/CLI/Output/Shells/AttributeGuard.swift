/// The first assignments, for a shell with typed variables. Such a shell evaluates a value that is assigned to a variable
/// declared as a number (`typeset -i`, `declare -i`, also by a nameref), and `a[$(command)]` would run the command.
///
/// A hexadecimal number in letters of both cases is assigned first. It stays unchanged only if the shell neither evaluates
/// values nor changes their case or width; otherwise the line fails, and no server's value is assigned. A nameref without
/// a target refuses it. It consists of letters and digits, because no IFS splits those unnoticed.
enum AttributeGuard {
    private static let probe = "0xAa"

    /// Returns the statement.
    ///
    /// - Parameters:
    ///   - assigning: placed before assignments.
    ///   - prefix: placed before a builtin.
    static func statement(_ names: [String], assigning: String = "", prefix: String = "") -> String {
        guard !names.isEmpty else { return "" }
        let probes = String(repeating: probe, count: names.count)
        return assigning + names.map { "\($0)=\(probe)" }.joined(separator: " ")
            + " && \(prefix)'test' \(names.map { "$" + $0 }.joined()) = \(probes) && "
    }
}
