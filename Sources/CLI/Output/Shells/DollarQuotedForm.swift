import Secrets

/// bash, zsh, ksh93, mksh: `$'…'` with octal numbers.
struct DollarQuotedForm: ShellForm {
    /// Stands before a builtin, so that no function of its name is called instead. The quotes around a builtin keep
    /// aliases away.
    var prefix = ""
    /// The shell may ignore text that is not in quotes; see `IFSGuard`.
    var needsQuotes = false

    func opening(_ names: [String]) -> String {
        IFSGuard.statement + AttributeGuard.statement(names, assigning: "\(prefix)'export' ", prefix: prefix)
    }
    /// A variable that cannot be set, such as a readonly one, stops the line.
    var joint: String { " && " }

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

    func evaluation(of command: String) -> String {
        needsQuotes ? "eval \"$(\(command))\"" : "eval $(\(command))"
    }
}
