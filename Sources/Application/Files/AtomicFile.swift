public import Core
internal import System

/// Replaces a file atomically; the new file is private from the start.
public enum AtomicFile {
    /// Writes text that is not secret.
    public static func write(_ text: String, to path: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: path) }
    }

    /// Throws `usage` when `path` is not a regular file, or cannot exist.
    public static func checkPlace(_ path: String) throws(FedauthError) {
        guard !path.isEmpty else { throw FedauthError(.usage, "'' names no file", hint: "say where to write to") }
        if let status = FileStatus(path, followsLinks: false), status.kind != .regular {
            throw FedauthError(
                .usage, "'\(path.folded(to: 200))' is not a regular file",
                hint: "links, pipes and devices are not written over; name another file")
        }
    }

    /// Throws when no file can be created in `directory`; the message names `path`.
    public static func checkDirectory(_ directory: String, for path: String) throws(FedauthError) {
        try SystemCall.attempt("make", path) { () throws(SystemFailure) in try Files.checkWritable(directory: directory)
        }
    }

    /// Writes bytes, secret or not.
    public static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FedauthError) {
        try write(to: path) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// Creates a file with these bytes. Returns false when the file exists, or another process creates it.
    public static func make(_ bytes: UnsafeRawBufferPointer, at path: String) throws(FedauthError) -> Bool {
        try write(to: path, replaces: false) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// Writes what `body` passes to its sink; false when `replaces` is false and another file exists. The file has mode
    /// 0600 until it is complete, then `mode`; see `ReplacementFile`. Neither follows nor replaces a symbolic link.
    @discardableResult
    public static func write(
        to path: String, replaces: Bool = true, mode: UInt32 = 0o600,
        _ body: ((UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Bool {
        try checkPlace(path)
        let file = try SystemCall.attempt("make", path) { () throws(SystemFailure) in try ReplacementFile(for: path) }
        try body { (bytes) throws(FedauthError) in try FileBytes.write(bytes, to: file.number, name: path) }
        return try SystemCall.attempt("write", path) { () throws(SystemFailure) in
            try file.commit(replaces: replaces, mode: mode)
        }
    }
}
