import Secrets

/// tcsh 6.20 and later: `$'…'` with octal numbers for ASCII.
struct TcshForm: ShellForm {
    var joint: String { " && " }

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
