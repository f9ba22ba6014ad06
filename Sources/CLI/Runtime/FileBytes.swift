import Core
import Glibc
import Secrets

/// Reads and writes whole files by descriptor.
enum FileBytes {
    /// Reads to the end, directly into wiped memory. Throws `usage` for more than `limit` bytes, and `timed-out`.
    ///
    /// - Parameter patience: the time limit, evaluated when reading begins; nil: no limit. Does not apply to a file on
    ///   a disk.
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

    /// Appends the next bytes to `secret`; returns false at the end.
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

    /// Writes text that is not secret.
    static func write(_ text: String, to descriptor: Int32, name: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: descriptor, name: name) }
    }

    /// Writes all bytes; throws when that fails, including for a closed pipe.
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
