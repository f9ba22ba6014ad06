import Core
import Glibc

/// Where programs are found: the directories of PATH, as execvp(3) goes through them.
struct ProgramSearch {
    private let folders: [Substring]

    init(_ environment: Environment) {
        folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    }

    /// The first file of that name that can be run; a name with a slash is its own path.
    func path(_ name: String) -> String? {
        if name.contains("/") { return Self.isProgram(name) ? name : nil }
        return folders.map { "\($0)/\(name)" }.first(where: Self.isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// The path without symbolic links; nil when there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
