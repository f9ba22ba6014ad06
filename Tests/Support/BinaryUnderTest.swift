import Glibc

/// The program that end-to-end tests run.
public enum BinaryUnderTest {
    /// Whether `FEDAUTH_BINARY` names the program.
    public static let isNamed = getenv("FEDAUTH_BINARY") != nil

    /// Returns `FEDAUTH_BINARY`, or else the program that was built with these tests and is in the same directory.
    public static let path: String = {
        if let given = getenv("FEDAUTH_BINARY") { return String(cString: given) }
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink("/proc/self/exe", &name, name.count - 1) > 0 else { return "fedauth" }
        let tests = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex)) + "fedauth"
    }()
}
