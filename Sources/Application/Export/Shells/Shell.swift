/// A shell whose syntax fedauth knows.
public enum Shell: String, CaseIterable, Sendable {
    case sh, dash, bash, zsh, ksh, mksh, yash, posh, fish, csh, tcsh

    /// The syntax in which text for the shell is written.
    var form: any ShellForm {
        switch self {
        case .bash, .zsh: DollarQuotedForm(prefix: "'builtin' ")
        case .ksh: DollarQuotedForm(needsQuotes: true)
        case .mksh: DollarQuotedForm()
        case .sh, .dash: PrintedForm()
        case .yash: PrintedForm(carriesOnlyUTF8: true)
        case .posh: PrintedForm(printer: "'echo' '", octal: "\\0")
        case .fish: FishForm()
        case .csh: CshForm()
        case .tcsh: TcshForm()
        }
    }
}
