internal import Glibc

/// Searches programs in the directories of PATH, in their order. Ignores an empty entry, which would mean the working
/// directory, and every other relative one: whoever can write to the working directory would choose the program.
public struct ProgramSearch {
    private let value: String
    private var folders: [Substring] { value.split(separator: ":").filter { $0.hasPrefix("/") } }

    /// Takes the value of PATH; nil: the usual directories.
    public init(path: String?) { value = path ?? "/usr/local/bin:/usr/bin:/bin" }

    /// The directories as a value of PATH, for a program that searches others.
    public var list: String { folders.isEmpty ? "/usr/bin:/bin" : folders.joined(separator: ":") }

    /// Returns the first executable file of that name; a name with a slash is a path.
    public func path(_ name: String) -> String? {
        if name.contains("/") { return Self.isProgram(name) ? name : nil }
        return folders.map { "\($0)/\(name)" }.first(where: Self.isProgram)
    }

    /// Returns the file of that name that an attempt to start it is about: the program, else one that cannot be executed.
    public func file(_ name: String) -> String? {
        if name.contains("/") { return name }
        return path(name) ?? folders.map { "\($0)/\(name)" }.first { FileStatus($0)?.kind == .regular }
    }

    /// Returns whether the path is an executable file: directories have the permission, too, which allows lookups.
    private static func isProgram(_ path: String) -> Bool {
        FileStatus(path)?.kind == .regular && access(path, X_OK) == 0
    }
}
