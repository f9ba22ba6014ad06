import Core
import Glibc

/// Checks the variables of the XDG Base Directory Specification: relative paths are ignored, and the runtime directory
/// must belong to the user.
struct DirectoryVariablesCheck {
    let environment: Environment
    let directories: Directories
    private static let name = "directory.variables"

    var checks: [Check] {
        var checks = directories.warnings.map { Check.warning(Self.name, $0, "set it to a whole path, or unset it") }
        if let check = runtime { checks.append(check) }
        return checks.isEmpty ? [.ok(Self.name, "as the specification requires")] : checks
    }

    private var runtime: Check? {
        guard let path = environment["XDG_RUNTIME_DIR"], !path.isEmpty else {
            return .absent(
                Self.name, "XDG_RUNTIME_DIR is not set: cookie files do not go with the login",
                "a login by pam_systemd sets it")
        }
        guard path.hasPrefix("/") else { return nil }
        var status = stat()
        let advice = "a login by pam_systemd sets it; after su or sudo unset it"
        guard stat(path, &status) == 0 else {
            return .warning(Self.name, "XDG_RUNTIME_DIR: \(SystemCall.error("look at", path).message)", advice)
        }
        if status.st_uid != geteuid() {
            return .warning(Self.name, "XDG_RUNTIME_DIR is '\(path)', which belongs to user \(status.st_uid)", advice)
        }
        if status.st_mode & 0o077 != 0 {
            return .warning(Self.name, "XDG_RUNTIME_DIR is '\(path)', which is open to others", "chmod 700 '\(path)'")
        }
        return nil
    }
}
