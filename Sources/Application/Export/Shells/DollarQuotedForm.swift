import Secrets

/// bash, zsh, ksh93, mksh: `$'…'` with octal numbers.
struct DollarQuotedForm: ShellForm {
    /// Text before a builtin that prevents a function of that name. The quotes around a builtin prevent aliases.
    var prefix = ""
    /// Whether the shell may ignore output that is not in quotes; see `IFSGuard`.
    var needsQuotes = false

    func opening(_ names: [String]) -> String {
        IFSGuard.statement + AttributeGuard.statement(names, assigning: "\(prefix)'export' ", prefix: prefix)
    }

    func assign(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append("\(prefix)'export' \(name)=")
        if ShellText.isPlain(value) { return out.append(value) }
        out.append("$'")
        for byte in value {
            if ShellText.isPlain(byte) { out.append(byte) } else { ShellText.octal(byte, to: &out) }
        }
        out.append("'")
    }

    func unset(_ names: [String]) -> String {
        IFSGuard.statement + "\(prefix)'unset' \(names.joined(separator: " "))" + closing
    }

    func evaluation(of command: String) -> String { needsQuotes ? "eval \"$(\(command))\"" : "eval $(\(command))" }
}
