public import Core
internal import Secrets

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

    /// Returns the text for `eval` that sets all variables or none.
    func export(_ entries: [(name: String, value: SharedSecret)]) throws(FedauthError) -> Secret {
        let form = form
        var out = Secret(capacity: 1024)
        out.append(form.opening(entries.map(\.name)))
        for (index, entry) in entries.enumerated() {
            if let obstacle = entry.value.withBytes({ form.obstacle(in: $0) }) {
                throw .notCarried(entry.name, obstacle, by: rawValue)
            }
            if index > 0 { out.append(form.joint) }
            entry.value.withBytes { form.assign(entry.name, $0, to: &out) }
        }
        let full = entries.filter { entry in entry.value.withBytes { !$0.isEmpty } }.map(\.name)
        out.append(form.closing + form.check(full) + "\n")
        return out
    }

    /// Returns the text for `eval` that unsets all variables.
    public func unset() -> String { form.unset(SessionVariables.names) + "\n" }

    /// The text that makes the evaluated line fail.
    public var failure: String { form.failure + "\n" }

    /// Returns the line with which a user evaluates the output of `command`.
    public func evaluation(of command: String) -> String { form.evaluation(of: command) }
}

/// A shell by its name or path, or `auto`: the calling shell.
public struct ShellChoice: RawRepresentable, Sendable {
    /// The calling shell.
    public static let auto = ShellChoice(rawValue: "auto")

    /// The word that selects it.
    public let rawValue: String

    /// Takes any word: `resolved` says whether the shell is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `auto`, and the names of the known shells.
    public static var words: [String] { [auto.rawValue] + Shell.allCases.map(\.rawValue) }

    /// Returns the shell. Throws `usage` for an unknown one, and for one that cannot evaluate any supported form.
    public func resolved() throws(FedauthError) -> Shell {
        if rawValue == Self.auto.rawValue { return try CallingShell.find() }
        guard let shell = try Shell(named: rawValue) else {
            throw FedauthError(
                .usage, "'\(rawValue)' is not a shell that is known",
                hint: "use one of \(Self.words.joined(separator: ", "))")
        }
        return shell
    }

    /// The text that makes the evaluated line fail, for the shell as far as it is known.
    public var failure: String { ((try? resolved()) ?? .sh).failure }
}

/// The kind of shell that a program's name indicates.
enum ShellName {
    case known(Shell)
    /// A shell that would misread the text for every supported shell.
    case foreign(String)
    /// Not a shell, or an unknown one.
    case unknown

    /// Reads a shell's name or path, as in `/proc` or in `$0`: `-bash`, `ksh93`, `/bin/zsh-5.9`, `rc.byron`.
    init(_ text: String) {
        let name = (text.split(separator: "/").last ?? "").drop { $0 == "-" }
        let plain =
            name.hasPrefix("bsd-") ? name.dropFirst(4).prefix(while: \.isLetter) : name.prefix(while: \.isLetter)
        self =
            switch plain {
            case "sh", "ash", "busybox", "osh", "oksh", "loksh", "pdksh": .known(.sh)
            case "rbash": .known(.bash)
            case "rzsh": .known(.zsh)
            case "rksh", "pfksh": .known(.ksh)
            case "lksh": .known(.mksh)
            case "elvish", "es", "ion", "murex", "nu", "nushell", "oil", "powershell", "pwsh", "rc", "sash", "scsh",
                "xonsh", "ysh":
                .foreign(String(plain))
            default: Shell(rawValue: String(plain)).map(Self.known) ?? .unknown
            }
    }
}

extension FedauthError {
    /// Returns the error for a value that the shell would change.
    static func notCarried(_ name: String, _ obstacle: String, by reader: String) -> FedauthError {
        FedauthError(
            .notCarried, "the value of '\(name)' holds \(obstacle), which '\(reader)' cannot carry",
            hint: "use '--format env' or a cookie file, '--format netscape -o FILE'")
    }
}
