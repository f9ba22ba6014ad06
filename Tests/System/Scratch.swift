import Glibc
import Testing

/// A directory of a test's own; gone with it.
final class Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/fedauth-system-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        path = String(cString: made)
    }

    deinit {
        for name in names {
            unlink(path + "/" + name)
            rmdir(path + "/" + name)
        }
        rmdir(path)
    }

    subscript(name: String) -> String { path + "/" + name }

    /// Makes a file; returns its path.
    @discardableResult
    func file(_ name: String, _ text: String = "x", mode: mode_t = 0o600) -> String {
        let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        write(file, text, text.utf8.count)
        fchmod(file, mode)
        close(file)
        return self[name]
    }

    func text(_ name: String) -> String? {
        let file = open(self[name], O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    var names: [String] {
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
    static let isRoot = geteuid() == 0
    static let stranger: uid_t = 65534
}

/// The error that `body` throws.
func fault<Failure: Error>(_ type: Failure.Type = Failure.self, _ body: () throws -> Void) -> Failure? {
    do {
        try body()
        return nil
    } catch {
        return error as? Failure
    }
}
