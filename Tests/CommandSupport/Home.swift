import CTools
import Glibc
import Support

/// A separate home for one test: scratch folders for all files of fedauth, an environment without the variables of the tester,
/// and the encrypted file as the store. Removed with the test.
class Home {
    var path: String { scratch.path }
    private let scratch: Scratch
    var environment: [String: String]

    private static let passphrase = "correct horse"
    private static let key = "store-key-in-a-file-of-the-tests"

    static let binary = BinaryUnderTest.path

    /// - Parameter hasPassphrase: whether a passphrase opens the store, in place of a key file. It costs a third of a second
    ///   of computing each time.
    init(hasPassphrase: Bool = false) throws {
        scratch = try Scratch()
        let path = scratch.path
        mkdir(path + "/run", 0o700)
        environment = [
            "HOME": path, "XDG_RUNTIME_DIR": path + "/run", "XDG_CONFIG_HOME": path + "/config",
            "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state", "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8", "FEDAUTH_STORE": "file", "SWIFT_BACKTRACE": "enable=no",
        ]
        if hasPassphrase {
            environment["FEDAUTH_STORE_PASSPHRASE"] = Self.passphrase
        } else {
            environment["FEDAUTH_STORE_KEY_FILE"] = try file("run/key", Self.key)
        }
        Recording.keepFromAll(Self.passphrase, "the passphrase of the store")
        Recording.keepFromAll(Self.key, "the key of the store")
    }

    deinit {
        Recording.check()
        for file in ["store", "store.prev", "stores/corp/store", "stores/archive/store"] {
            ctools_forget_keys("\(path)/data/fedauth/\(file)")
        }
    }

    /// Runs fedauth without a terminal.
    @discardableResult
    func fedauth(
        _ arguments: String..., input: String = "", adding: [String: String] = [:]
    ) throws -> Outcome {
        try fedauth(arguments, input: input, adding: adding)
    }

    /// Runs fedauth without a terminal.
    @discardableResult
    func fedauth(
        _ arguments: [String], input: String = "", adding: [String: String] = [:]
    ) throws -> Outcome {
        try Run.program(
            Self.binary, arguments, input: Array(input.utf8), environment: environment.merging(adding) { $1 })
    }

    /// Writes a file with this text and mode 0600, and returns its path.
    func file(_ name: String, _ text: String) throws -> String { try file(name, bytes: Array(text.utf8)) }

    /// Writes a file with these bytes and mode 0600, and returns its path.
    func file(_ name: String, bytes: [UInt8]) throws -> String {
        // These open files and tokens of the machine.
        if ["passphrase", "pin"].contains(name) {
            Recording.keepFromAll(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self), "the \(name)")
        }
        let path = path + "/" + name
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot write \(path)") }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw TestFailure("cannot write \(path)") }
        return path
    }
}

/// The location of the sources.
enum Repository {
    static let root: String = {
        var parts = #filePath.split(separator: "/").map(String.init)
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }()
}

/// The reason that a test could not run.
struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
