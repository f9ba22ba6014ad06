import Core
import Glibc
import Secrets

/// The shells whose quoting is known.
enum Shell: String, CaseIterable {
    case sh, bash, zsh, ksh

    /// One assignment, exported, ended by `;`, that survives `eval $(…)` without quotes: there the shell splits and
    /// globs the text before it is evaluated, so that no blank, line break or pattern may stand in it.
    func export(_ name: String, _ value: UnsafeRawBufferPointer, to out: inout Secret) {
        if value.allSatisfy(Self.isPlain) {
            out.append("export \(name)='")
            out.append(value)
            out.append("'; ")
            return
        }
        switch self {
        case .bash, .zsh, .ksh:
            out.append("export \(name)=$'")
            for byte in value { Self.octal(byte, unless: Self.isPlain(byte), to: &out) }
            out.append("'; ")
        case .sh:
            // dash has no $'…'; the x keeps line breaks at the end from being cut by $(…).
            out.append("\(name)=$(printf '")
            for byte in value { Self.octal(byte, unless: false, to: &out) }
            out.append("x'); \(name)=${\(name)%x}; export \(name); ")
        }
    }

    /// Takes it back.
    func unset(_ name: String) -> String { "unset \(name); " }

    /// What makes `eval $(…) && next` stop.
    static let failure = "false;\n"

    /// The shell that reads our output: the parent process, when it is one; else `sh`'s form, which all of them read
    /// (`$SHELL` is the login shell, and need not be the one that calls).
    ///
    /// Throws `usage` for a shell that would misread it.
    static func detected() throws(FedauthError) -> Shell {
        guard let name = callingProgram() else { return .sh }
        if let shell = named(name) { return shell }
        let plain = name.filter(\.isLetter)
        if ["fish", "csh", "tcsh", "pwsh", "nu", "elvish", "xonsh"].contains(plain) {
            throw FedauthError(
                .usage, "the text for '\(plain)' is not built in yet",
                hint: "use '--format netscape -o FILE' or '--format header', or '--shell sh' for another shell")
        }
        return .sh
    }

    /// The program of the parent process. Its file, not its name: a script's process is called like the script.
    private static func callingProgram() -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(getppid())/exe", &path, path.count - 1)
        guard count > 0 else { return nil }
        let text = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "/").last.map(String.init)
    }

    private static func named(_ path: String) -> Shell? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let plain = name.drop { $0 == "-" }.prefix { $0.isLetter || $0.isNumber }
        switch plain {
        case "dash", "sh", "ash", "busybox": return .sh
        case "ksh93", "mksh", "ksh": return .ksh
        default: return Shell(rawValue: String(plain))
        }
    }

    /// Letters, digits and `_`: everything else may be in somebody's IFS.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
    }

    private static func octal(_ byte: UInt8, unless isRaw: Bool, to out: inout Secret) {
        if isRaw {
            out.append(byte)
            return
        }
        out.append(0x5C)
        for shift in [6, 3, 0] { out.append(0x30 + (byte >> UInt8(shift) & 7)) }
    }
}
