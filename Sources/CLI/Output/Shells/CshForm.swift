import Core
import Secrets

/// Berkeley's csh, which has no escapes at all: Base64 through a pipe, whose text needs no quoting.
///
/// `echo` is a builtin: the value is never an argument that others could read.
struct CshForm: ShellForm {
    var joint: String { " && " }

    func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        ValueObstacle.nul(in: value) ?? ValueObstacle.lineBreak(in: value)
    }

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        if value.isEmpty { return out.append("'setenv' \(name) ''") }
        // A word must stay below 8 KiB.
        for start in stride(from: 0, to: value.count, by: 3000) {
            let part = UnsafeRawBufferPointer(rebasing: value[start..<min(start + 3000, value.count)])
            out.append(start == 0 ? "'setenv' \(name) \"`'echo' " : "\(joint)'setenv' \(name) \"${\(name)}`'echo' ")
            Base64.encode(SharedSecret(copying: part)).withBytes { out.append($0) }
            out.append(" | 'base64' -d`\"")
        }
    }

    func unset(_ names: [String]) -> String { names.map { "'unsetenv' \($0)" }.joined(separator: joint) + closing }

    func evaluation(of command: String) -> String { "eval `\(command)`" }
}
