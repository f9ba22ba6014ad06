import Secrets

/// sh, dash, ash and whatever reads sh's language: a builtin prints the value out of octal numbers.
struct PrintedForm: ShellForm {
    /// The builtin, and the quote before the numbers. Never a program: its arguments could be read by others.
    var printer = "'printf' '"
    /// What stands before the three digits.
    var octal = "\\"
    /// The shell keeps its variables as characters.
    var carriesOnlyUTF8 = false

    func opening(_ names: [String]) -> String { IFSGuard.statement + AttributeGuard.statement(names) }
    var joint: String { " && " }

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
            // The x keeps line breaks at the end, which $(…) would cut.
            out.append("x') && \(name)=${\(name)%x}")
        }
        out.append(" && 'export' \(name)")
    }

    func unset(_ names: [String]) -> String {
        IFSGuard.statement + "'unset' \(names.joined(separator: " "))" + closing
    }

    func evaluation(of command: String) -> String { "eval $(\(command))" }
}
