import Core
import System

/// The shell that reads the output: the parent, or that of a program that only passes output on (`sudo`, `timeout`);
/// `sh` when that is no known shell, because most read its form. `$SHELL`, the login shell, may be another.
enum CallingShell {
    /// Programs that stay in memory while they run another program. `env`, `nice` and `nohup` are replaced by it.
    private static let wrappers: Set<String> = [
        "chronic", "dbus-run-session", "doas", "flock", "ltrace", "nsenter", "pkexec", "runuser", "script", "setsid",
        "strace", "su", "sudo", "sudo-rs", "time", "timeout", "unbuffer", "unshare", "xargs",
    ]

    /// Returns the calling shell. Throws `usage` for a shell that would misread every supported form.
    static func find(
        from first: Int32 = ThisProcess.parent, in processes: (Int32) -> CallingProcess? = { CallingProcess($0) }
    ) throws(FedauthError) -> Shell {
        var next = first
        // A longer chain is a programming error.
        for _ in 0..<32 {
            guard next > 1, let process = processes(next) else { return .sh }
            if !wrappers.contains(process.program) { return try Shell(named: process.program) ?? .sh }
            next = process.parent
        }
        return .sh
    }
}

extension Shell {
    /// Finds the shell of that name; nil when it is unknown. Throws `usage` for one that reads no supported form.
    init?(named name: String) throws(FedauthError) {
        switch ShellName(name) {
        case .known(let shell): self = shell
        case .unknown: return nil
        case .foreign(let name):
            throw FedauthError(
                .usage, "there is no text for the shell '\(name)'",
                hint: "use '--format env', '--format json' or '--format netscape -o FILE', or name the shell that "
                    + "evaluates it by '--shell'")
        }
    }
}
