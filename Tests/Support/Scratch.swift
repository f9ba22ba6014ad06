public import Glibc

/// A directory of a test's own; gone with it.
public final class Scratch {
    /// Where it is.
    public let path: String

    /// Makes it; throws what the system says.
    public init() throws {
        var template = Array("/tmp/fedauth-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(number: errno) }
        path = String(cString: made)
    }

    deinit {
        for name in names {
            unlink(path + "/" + name)
            rmdir(path + "/" + name)
        }
        rmdir(path)
    }

    private struct Failure: Error { let number: Int32 }

    /// The path of what is called so in it.
    public subscript(name: String) -> String { path + "/" + name }

    /// Makes a file; returns its path.
    @discardableResult
    public func file(_ name: String, _ text: String = "x", mode: mode_t = 0o600) -> String {
        let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        write(file, text, text.utf8.count)
        fchmod(file, mode)
        close(file)
        return self[name]
    }

    /// The beginning of a file; nil when it cannot be opened.
    public func text(_ name: String) -> String? {
        let file = open(self[name], O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// What is in it.
    public var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { found.append(name) }
        }
        return found.sorted()
    }

    /// What a test cannot make without being root.
    public static let isRoot = geteuid() == 0
    /// Another user.
    public static let stranger: uid_t = 65534
}
