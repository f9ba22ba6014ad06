import Core
import Glibc
import Secrets

/// Reading and writing whole files by descriptor.
enum FileBytes {
    /// Reads to the end, straight into wiped memory, with `patience` or for ever. Throws `usage` for more than `limit`
    /// bytes, `timed-out`.
    ///
    /// - Parameter patience: evaluated, when reading begins, for what may have to be waited for: not for a file on a disk.
    static func read(
        _ descriptor: Int32, name: String, limit: Int, patience: @autoclosure () -> WaitBudget? = nil
    ) throws(FedauthError) -> Secret {
        var status = stat()
        let isOnDisk = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let patience = isOnDisk ? nil : patience()
        var secret = Secret()
        while true {
            try patience?.wait(for: descriptor, name: name)
            if try !readMore(descriptor, into: &secret, name: name, limit: limit) { return secret }
        }
    }

    /// Reads what comes next behind what `secret` holds; false at the end.
    static func readMore(
        _ descriptor: Int32, into secret: inout Secret, name: String, limit: Int
    ) throws(FedauthError) -> Bool {
        let chunk = 64 << 10
        let start = secret.count
        let got = secret.withMutableBytes(count: start + chunk) { bytes in
            SystemCall.retrying { Glibc.read(descriptor, bytes.baseAddress?.advanced(by: start), chunk) }
        }
        let number = errno
        secret.truncate(to: start + max(0, got))
        if got < 0 {
            errno = number
            throw SystemCall.error("read", name)
        }
        guard secret.count <= limit else {
            throw FedauthError(.usage, "'\(name.folded(to: 100))' holds more than \(limit) bytes")
        }
        return got > 0
    }

    /// Writes text that is no secret.
    static func write(_ text: String, to descriptor: Int32, name: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: descriptor, name: name) }
    }

    /// Writes all of it; throws when that fails, a closed pipe too.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String) throws(FedauthError) {
        var written = 0
        while written < bytes.count {
            let got = SystemCall.retrying {
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            guard got > 0 else { throw SystemCall.error("write to", name) }
            written += got
        }
    }
}
