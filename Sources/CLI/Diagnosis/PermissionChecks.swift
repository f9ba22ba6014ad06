import CPOSIX
import Core
import Glibc

/// Checks which users can change fedauth's files, and which can read the files with secrets that profiles name.
struct PermissionChecks {
    let context: CommandContext

    var checks: [Check] {
        let directories = context.directories
        let configuration = context.configurationFile.path
        return [
            distrust ?? place("permission.configuration", [FileNames.directory(of: configuration), configuration]),
            place("permission.data", [directories.data]), place("permission.state", [directories.state]),
        ] + NamedFilesCheck(context: context).checks
    }

    /// Why the configuration is not used; nil when it is used or missing.
    private var distrust: Check? {
        do throws(FedauthError) {
            try context.configurationFile.checkTrust()
            return nil
        } catch {
            return .failure("permission.configuration", error)
        }
    }

    /// Returns the first fault of `paths`, or a check without a fault.
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

    /// Returns the fault when users other than root can change what is at `path`; nil when there is none. Accepts a
    /// sticky directory such as /tmp.
    static func fault(_ name: String, _ path: String, _ status: stat) -> Check? {
        guard let writer = OtherWriter(status, hasACL: cposix_has_acl(-1, path)) else { return nil }
        let hint = writer.command(path)
        switch writer {
        case .owner: return .problem(name, "\(writer.words(path)), who can change what fedauth does", hint)
        case .anybody: return status.st_mode & S_ISVTX == 0 ? .problem(name, writer.words(path), hint) : nil
        case .group: return .warning(name, writer.words(path), hint)
        }
    }
}
