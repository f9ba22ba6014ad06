import Core
import Glibc

/// Who may change what fedauth reads and writes, and who may read the files with secrets that profiles name.
struct PermissionChecks {
    let context: CommandContext

    var checks: [Check] {
        let directories = context.directories
        let configuration = context.configurationFile.path
        return [
            place("permission.configuration", [FileNames.directory(of: configuration), configuration]),
            place("permission.data", [directories.data]), place("permission.state", [directories.state]),
        ] + NamedFilesCheck(context: context).checks
    }

    /// The first of `paths` that is not as it should be, or that all are.
    private func place(_ name: String, _ paths: [String]) -> Check {
        var there: [String] = []
        for path in paths {
            var status = stat()
            guard stat(path, &status) == 0 else {
                if errno == ENOENT { continue }
                return .problem(name, SystemCall.error("look at", path).message, "look at it by 'ls -ld'")
            }
            there.append(path)
            if let fault = Self.fault(name, path, status) { return fault }
        }
        guard let path = there.last else { return .ok(name, "'\(paths[0])', made when it is needed") }
        return .ok(name, "'\(path)', yours alone to change")
    }

    /// Who else can change what is at `path`; nil: nobody but root.
    static func fault(_ name: String, _ path: String, _ status: stat) -> Check? {
        if status.st_uid != geteuid(), status.st_uid != 0 {
            return .problem(
                name, "'\(path)' belongs to user \(status.st_uid), who can change what fedauth does",
                "make it yours by 'chown', or name another")
        }
        if status.st_mode & 0o002 != 0, status.st_mode & S_ISVTX == 0 {
            return .problem(name, "anybody may write to '\(path)'", "chmod o-w '\(path)'")
        }
        if status.st_mode & 0o020 != 0 {
            return .warning(name, "the group \(status.st_gid) may write to '\(path)'", "chmod g-w '\(path)'")
        }
        return nil
    }
}
