import Secrets

/// sh, dash, ash and compatible shells: a builtin prints the value from octal numbers.
struct PrintedForm: ShellForm {
    /// The builtin, and the quote before the numbers. Never a program, because other users can read its arguments.
    var printer = "'printf' '"
    /// The text before the three digits.
    var octal = "\\"
    /// Whether the shell stores variables as characters instead of bytes.
    var carriesOnlyUTF8 = false

    func opening(_ names: [String]) -> String { IFSGuard.statement + AttributeGuard.statement(names) }

    func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        ValueObstacle.nul(in: value) ?? (carriesOnlyUTF8 ? ValueObstacle.notUTF8(in: value) : nil)
    }

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append("\(name)=")
        if ShellText.isPlain(value) {
            out.append(value)
        } else {
            out.append("$(\(printer)")
            for byte in value { ShellText.octal(byte, behind: octal, to: &out) }
            // The x protects line breaks at the end, which $(…) would remove.
            out.append("x') && \(name)=${\(name)%x}")
        }
        out.append(" && 'export' \(name)")
    }

    func unset(_ names: [String]) -> String { IFSGuard.statement + "'unset' \(names.joined(separator: " "))" + closing }
}
