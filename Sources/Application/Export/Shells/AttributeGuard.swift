/// The first assignments, for a shell with typed variables: it evaluates a value that is assigned to a variable
/// declared as a number (`typeset -i`, `declare -i`, also by a nameref), and `a[$(command)]` would run the command.
/// Assigns first a hexadecimal number with letters of both cases, which stays unchanged only if the shell neither
/// evaluates values nor changes their case or width, and which a nameref without a target rejects. Otherwise the line
/// fails, and no value of a server is assigned. It has only letters and digits: the line fails when IFS splits those.
enum AttributeGuard {
    private static let probe = "0xAa"

    /// Returns the statement, with `assigning` before assignments and `prefix` before a builtin.
    static func statement(_ names: [String], assigning: String = "", prefix: String = "") -> String {
        guard !names.isEmpty else { return "" }
        let probes = String(repeating: probe, count: names.count)
        return assigning + names.map { "\($0)=\(probe)" }.joined(separator: " ")
            + " && \(prefix)'test' \(names.map { "$" + $0 }.joined()) = \(probes) && "
    }
}
