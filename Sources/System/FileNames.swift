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

    /// Throws when nothing exists at the path, or that is unknown.
    public static func find(_ path: String) throws(SystemFailure) {
        guard access(path, F_OK) == 0 else { throw SystemFailure("access") }
    }

    /// Returns whether certainly nothing exists at the path.
    public static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Returns whether this process may read the file.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns what a symbolic link names; nil when there is no such link.
    public static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, Int(PATH_MAX))
        return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Returns the path without symbolic links; nil when there is no such file.
    public static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns an absolute path of the file, without resolving links.
    public static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = resolved(".") else { return path }
        return "\(directory)/\(path)"
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
