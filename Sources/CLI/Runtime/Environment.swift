import Glibc
import Secrets
import Synchronization

/// The process's environment, read once at the start; nothing else in the program looks at it.
struct Environment: Sendable {
    private let values: [String: String]
    /// One for all copies of this value, so that none of them keeps what is to be forgotten.
    private final class Passphrase: Sendable {
        let value: Mutex<SharedSecret?>

        init(_ value: SharedSecret?) { self.value = Mutex(value) }
    }

    private let passphrase: Passphrase
    /// `FEDAUTH_STORE_PASSPHRASE`, taken out of the environment at once so that no child inherits it; nil once it is
    /// forgotten.
    var storePassphrase: SharedSecret? { passphrase.value.withLock { $0 } }

    /// Wipes the store's passphrase, which nobody needs any more.
    func forgetPassphrase() { passphrase.value.withLock { $0 = nil } }

    init(values: [String: String], storePassphrase: SharedSecret? = nil) {
        self.values = values
        passphrase = Passphrase(storePassphrase)
    }

    static let passphraseName = "FEDAUTH_STORE_PASSPHRASE"

    /// Takes the real one. Call it once, before there are threads or children.
    static func capture() -> Environment {
        var values: [String: String] = [:]
        var passphrase: SharedSecret?
        var entry = environ
        while let pointer = entry.pointee {
            let length = strlen(pointer)
            let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
            if let equals = bytes.firstIndex(of: 0x3D) {
                let name = String(decoding: bytes[..<equals], as: UTF8.self)
                if name == passphraseName {
                    // Empty is not set, as with every other variable.
                    let value = UnsafeRawBufferPointer(rebasing: bytes[(equals + 1)...])
                    if !value.isEmpty { passphrase = SharedSecret(copying: value) }
                    explicit_bzero(pointer + equals + 1, length - equals - 1)
                } else {
                    values[name] = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
                }
            }
            entry += 1
        }
        if passphrase != nil { unsetenv(passphraseName) }
        return Environment(values: values, storePassphrase: passphrase)
    }

    /// Whether there is a variable of ours at all, the passphrase aside.
    var hasSettings: Bool { values.keys.contains { $0.hasPrefix("FEDAUTH_") } }

    /// The names of all variables.
    var names: [String] { Array(values.keys) }

    /// The value; nil when it is missing or empty.
    subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// All but ours: what a program of somebody else's is started with.
    var forPrograms: [String: String] { values.filter { !$0.key.hasPrefix("FEDAUTH_") } }

    /// True for `1`, `true`, `yes` and anything else that is not empty, `0`, `false` or `no`.
    func isOn(_ name: String) -> Bool {
        guard let value = self[name]?.lowercased() else { return false }
        return !["0", "false", "no", "off"].contains(value)
    }
}
