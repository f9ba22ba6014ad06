import Core
internal import System

/// Checks which users can change fedauth's files, and which can read the files with secrets that profiles name.
struct PermissionChecks {
    let machine: any Machine
    let directories: DirectoryInspection
    let file: ConfigurationInspection
    /// The content of the file, without mistakes that concern every command.
    let configuration: Configuration?

    var checks: [Check] {
        let name = "permission.configuration"
        return [
            file.distrust.map { .failure(name, $0) } ?? place(name, [FileNames.directory(of: file.path), file.path]),
            place("permission.data", [directories.data]), place("permission.state", [directories.state]),
        ] + NamedFilesCheck(machine: machine, configuration: configuration).checks
    }

    /// Returns the first fault of `paths`, or a check without a fault.
    private func place(_ name: String, _ paths: [String]) -> Check {
        var there: [String] = []
        for path in paths where !machine.isMissing(path) {
            do throws(FedauthError) {
                let status = try machine.status(of: path, to: "look at")
                there.append(path)
                if let fault = Self.fault(name, status) { return fault }
            } catch {
                return .problem(name, error.message, "look at it by 'ls -ld'")
            }
        }
        guard let path = there.last else { return .ok(name, "'\(paths[0])', made when it is needed") }
        return .ok(name, "'\(path)', yours alone to change")
    }

    /// Returns the fault when users other than root can change a file; nil when there is none. Accepts a sticky directory
    /// such as /tmp.
    static func fault(_ name: String, _ status: FileAccess) -> Check? {
        guard let writer = status.writer else { return nil }
        switch writer.kind {
        case .owner: return .problem(name, "\(writer.text), who can change what fedauth does", writer.command)
        case .anyone: return status.isSticky ? nil : .problem(name, writer.text, writer.command)
        case .group: return .warning(name, writer.text, writer.command)
        }
    }
}
