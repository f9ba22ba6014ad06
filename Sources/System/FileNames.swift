internal import Glibc

/// Splits paths, and says what they name.
public enum FileNames {
    /// Returns the directory of a path: `.` for a name without a slash.
    public static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Returns the last part of a path.
    public static func base(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns whether a directory, or a link to one, exists.
    public static func isDirectory(_ path: String) -> Bool {
        FileStatus(path)?.kind == .directory
    }

    /// Returns whether anything exists at the path.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the path without symbolic links; nil when there is no such file.
    public static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the place of a present or future file, with links resolved.
    public static func place(_ path: String) -> String {
        if let real = resolved(path) { return real }
        let directory = directory(of: path)
        return (resolved(directory) ?? directory) + "/" + base(of: path)
    }

    /// Returns the names in a directory, in no order; none when it cannot be read.
    public static func names(in directory: String) -> [String] {
        guard let folder = opendir(directory) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let found = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &found.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
