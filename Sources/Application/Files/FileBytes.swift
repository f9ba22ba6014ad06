public import Core
public import Secrets
internal import System

/// Reads and writes whole files by descriptor.
public enum FileBytes {
    /// Reads to the end, directly into wiped memory. Throws `usage` for more than `limit` bytes, and `timed-out`.
    /// `deadline` nil: no limit. Does not apply to a file on a disk.
    public static func read(
        _ descriptor: Int32, name: String, limit: Int, until deadline: Deadline? = nil
    ) throws(FedauthError) -> Secret {
        let isOnDisk = (try? FileStatus(descriptor: descriptor))?.kind == .regular
        var secret = Secret()
        while true {
            if !isOnDisk { try deadline?.wait(for: descriptor, name: name) }
            if try !readMore(descriptor, into: &secret, name: name, limit: limit) { return secret }
        }
    }

    /// Returns the content of a file; of stdin, without a time limit, for `-`.
    public static func content(
        of path: String, limit: Int, until deadline: Deadline
    ) throws(FedauthError) -> SharedSecret {
        if path == "-" { return SharedSecret(try read(0, name: "stdin", limit: limit)) }
        return SharedSecret(try FileDescriptor(reading: path).read(name: path, limit: limit, until: deadline))
    }

    /// Appends the next bytes to `secret`; returns false at the end.
    public static func readMore(
        _ descriptor: Int32, into secret: inout Secret, name: String, limit: Int
    ) throws(FedauthError) -> Bool {
        let start = secret.count
        // Most files are short, and what is not filled is wiped.
        let chunk = min(max(start, 4 << 10), 64 << 10)
        let got = secret.withMutableBytes(count: start + chunk) { bytes in
            FileDescriptor.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        }
        let failure = SystemFailure("read")
        secret.truncate(to: start + max(0, got))
        if got < 0 { throw SystemCall.error("read", name, failure) }
        guard secret.count <= limit else {
            throw FedauthError(.usage, "'\(name.folded(to: 100))' holds more than \(limit) bytes")
        }
        return got > 0
    }

    /// Writes text that is not secret.
    public static func write(_ text: String, to descriptor: Int32, name: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: descriptor, name: name) }
    }

    /// Writes all bytes; throws when that fails, including for a closed pipe.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String) throws(FedauthError) {
        try SystemCall.attempt("write to", name) { () throws(SystemFailure) in
            try FileDescriptor.writeAll(descriptor, bytes)
        }
    }
}

extension String {
    /// Passes the text's UTF-8 to a function that throws `FedauthError`; `withUTF8` loses the type of the error.
    public func withBytes(_ body: (UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) {
        var failure: FedauthError?
        var text = self
        text.withUTF8 { bytes in
            do throws(FedauthError) {
                try body(UnsafeRawBufferPointer(bytes))
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
