public import Glibc

/// A directory for one test, removed with this object and all that is in it.
public final class Scratch {
    /// The path of the directory.
    public let path: String

    /// Creates the directory; throws the error of the system.
    public init() throws {
        var template = Array("/tmp/fedauth-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(number: errno) }
        path = String(cString: made)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        for name in names(in: path) { remove(path + "/" + name) }
        rmdir(path)
    }

    private struct Failure: Error { let number: Int32 }

    /// Returns the path of a name in the directory.
    public subscript(name: String) -> String { path + "/" + name }

    /// Creates a file and returns its path.
    @discardableResult
    public func file(_ name: String, _ text: String = "x", mode: mode_t = 0o600) -> String {
        let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        write(file, text, text.utf8.count)
        fchmod(file, mode)
        close(file)
        return self[name]
    }

    /// Returns the start of a file, or nil if it cannot be opened.
    public func text(_ name: String) -> String? {
        let file = open(self[name], O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// The names in the directory.
    public var names: [String] { Self.names(in: path).sorted() }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { found.append(name) }
        }
        return found
    }

    /// Whether the test runs as root, which some setups need.
    public static let isRoot = geteuid() == 0
    /// The ID of another user.
    public static let stranger: uid_t = 65534
}
