import Core
import Glibc

/// Searches programs in the directories of PATH, in their order. Ignores an empty entry, which would mean the working
/// directory.
struct ProgramSearch {
    private let folders: [Substring]

    init(_ environment: Environment) {
        folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    }

    /// Returns the first executable file of that name; a name with a slash is a path.
    func path(_ name: String) -> String? {
        if name.contains("/") { return Self.isProgram(name) ? name : nil }
        return folders.map { "\($0)/\(name)" }.first(where: Self.isProgram)
    }

    /// Returns the user's own program of that name. Throws the error of its role when there is none.
    func path(_ name: String, for role: ProgramRole) throws(FedauthError) -> String {
        if let path = path(name) { return path }
        throw FedauthError(
            role.failure, "there is no program '\(name.folded(to: 100))' to \(role.purpose)",
            hint: name.contains("/")
                ? "check the path; 'chmod +x' makes a file a program" : "it is in no directory of PATH")
    }

    /// Returns whether the path is an executable file: directories also have the execute permission, which allows
    /// lookups.
    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
