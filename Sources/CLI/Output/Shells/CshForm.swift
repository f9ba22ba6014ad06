import Core
import Secrets

/// Berkeley's csh, which has no escapes at all: Base64 through a pipe, whose text needs no quoting.
///
/// `echo` is a builtin: the value is never an argument that others could read. Builtins stand without quotes, which would
/// make programs of them, here as in tcsh.
struct CshForm: ShellForm {
    var joint: String { " && " }

    func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        value.count > Self.longest
            ? "more than \(Self.longest) bytes" : ValueObstacle.nul(in: value) ?? ValueObstacle.lineBreak(in: value)
    }

    /// A word, before and after it is evaluated, must stay below 4 KiB.
    private static let longest = 3000

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        if value.isEmpty { return out.append("setenv \(name) ''") }
        out.append("setenv \(name) \"`echo ")
        Base64.encode(SharedSecret(copying: value)).withBytes { out.append($0) }
        out.append(" | 'base64' -d`\"")
    }

    /// Returns a check: `setenv` ignores a failure of the program in its backquotes. The x keeps values from being read
    /// as operators.
    func check(_ names: [String]) -> String {
        if names.isEmpty { return "" }
        return " if ( " + names.map { "\"x$\($0)\" == 'x'" }.joined(separator: " || ") + " ) false;"
    }

    func unset(_ names: [String]) -> String { names.map { "unsetenv \($0)" }.joined(separator: joint) + closing }

    func evaluation(of command: String) -> String { "eval `\(command)`" }
}
