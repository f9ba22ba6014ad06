import Core

/// Checks the variables of the XDG Base Directory Specification: relative paths are ignored, and the runtime directory
/// must belong to the user.
struct DirectoryVariablesCheck {
    let machine: any Machine
    let directories: DirectoryInspection
    private static let name = "directory.variables"

    var checks: [Check] {
        var checks = directories.warnings.map { Check.warning(Self.name, $0, "set it to a whole path, or unset it") }
        if let check = runtime { checks.append(check) }
        return checks.isEmpty ? [.ok(Self.name, "as the specification requires")] : checks
    }

    private var runtime: Check? {
        guard let path = machine.environment["XDG_RUNTIME_DIR"], !path.isEmpty else {
            return .absent(
                Self.name, "XDG_RUNTIME_DIR is not set: cookie files are not removed when you log out of this machine",
                "a login by pam_systemd sets it")
        }
        guard path.hasPrefix("/") else { return nil }
        let advice = "a login by pam_systemd sets it; after su or sudo unset it"
        do throws(FedauthError) {
            let status = try machine.status(of: path, to: "look at")
            if status.owner != machine.userID {
                return .warning(
                    Self.name, "XDG_RUNTIME_DIR is '\(path)', which belongs to user \(status.owner)", advice)
            }
            guard status.mode & 0o077 != 0 else { return nil }
            return .warning(Self.name, "XDG_RUNTIME_DIR is '\(path)', which is open to others", "chmod 700 '\(path)'")
        } catch {
            return .warning(Self.name, "XDG_RUNTIME_DIR: \(error.message)", advice)
        }
    }
}
