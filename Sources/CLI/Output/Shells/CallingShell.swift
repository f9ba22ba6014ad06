import Core
import Glibc

/// The shell that reads our output.
///
/// It is the parent, or the parent of a program that only runs others and passes their output on (`sudo`, `timeout`).
/// Where it is no shell, or one that we do not know, `sh` it is: its form is the one that most read. `$SHELL` is the
/// login shell, and need not be the one that calls.
enum CallingShell {
    /// Programs that stay in memory while they run another program. `env`, `nice` and `nohup` do not: they are replaced
    /// by it.
    private static let wrappers: Set<String> = [
        "chronic", "dbus-run-session", "doas", "flock", "ltrace", "nsenter", "pkexec", "runuser", "script", "setsid",
        "strace", "su", "sudo", "sudo-rs", "time", "timeout", "unbuffer", "unshare", "xargs",
    ]

    /// Returns the calling shell. Throws `usage` for a shell that would misread every supported form.
    static func find(
        from first: pid_t = getppid(), in processes: (pid_t) -> CallingProcess? = { CallingProcess($0) }
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
    /// Looks up a name; nil when it is no known shell. Throws `usage` for a shell that cannot evaluate any supported
    /// form.
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
