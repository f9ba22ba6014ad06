import Core
import Secrets

/// Berkeley's csh, which has no escape sequences: Base64 through a pipe, whose text needs no quotes. `echo` is a
/// builtin, so the value is never an argument that other users could read. Builtins must not be quoted, because csh and
/// tcsh would run programs of those names.
struct CshForm: ShellForm {
    func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        value.count > Self.longest
            ? "more than \(Self.longest) bytes" : ValueObstacle.nul(in: value) ?? ValueObstacle.lineBreak(in: value)
    }

    /// csh limits a word to less than 4 KiB, before and after evaluation.
    private static let longest = 3000

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        if value.isEmpty { return out.append("setenv \(name) ''") }
        out.append("setenv \(name) \"`echo ")
        Base64.encode(SharedSecret(copying: value)).withBytes { out.append($0) }
        out.append(" | 'base64' -d`\"")
    }

    /// Returns a check, because `setenv` ignores a failure of the program in its backquotes. The x prevents csh from
    /// reading a value as an operator.
    func check(_ names: [String]) -> String {
        if names.isEmpty { return "" }
        return " if ( " + names.map { "\"x$\($0)\" == 'x'" }.joined(separator: " || ") + " ) false;"
    }

    func unset(_ names: [String]) -> String { names.map { "unsetenv \($0)" }.joined(separator: joint) + closing }

    func evaluation(of command: String) -> String { "eval `\(command)`" }
}

/// tcsh 6.20 and later: `$'…'` with octal numbers for ASCII.
struct TcshForm: ShellForm {
    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append("setenv \(name) $'")
        for byte in value {
            // tcsh would read numbers above 0177 as characters of the locale.
            if ShellText.isPlain(byte) || byte >= 0x80 { out.append(byte) } else { ShellText.octal(byte, to: &out) }
        }
        out.append("'")
    }

    func unset(_ names: [String]) -> String { names.map { "unsetenv \($0)" }.joined(separator: joint) + closing }

    func evaluation(of command: String) -> String { "eval `\(command)`" }
}
