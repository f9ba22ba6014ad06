/// The kind of shell that a program's name indicates.
enum ShellName {
    case known(Shell)
    /// A shell that would misread the text for every supported shell.
    case foreign(String)
    /// Not a shell, or an unknown one.
    case unknown

    /// Reads a shell's name.
    ///
    /// - Parameter text: a name or path, as in `/proc` or in `$0`: `-bash`, `ksh93`, `/bin/zsh-5.9`, `rc.byron`.
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
