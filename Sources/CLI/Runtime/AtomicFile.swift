import Core
import Glibc
import System

/// Writes a file so that it is either whole or as it was, and private from the first moment.
enum AtomicFile {
    /// Writes text that is not secret.
    static func write(_ text: String, to path: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: path) }
    }

    /// Throws `usage` when something that is no regular file stands at `path`, or nothing can.
    static func checkPlace(_ path: String) throws(FedauthError) {
        guard !path.isEmpty else { throw FedauthError(.usage, "'' names no file", hint: "say where to write to") }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FedauthError(
                .usage, "'\(path.folded(to: 200))' is not a regular file",
                hint: "links, pipes and devices are not written over; name another file")
        }
    }

    /// Throws when nothing can be made in `directory`, the words being about `path`.
    static func checkDirectory(_ directory: String, for path: String) throws(FedauthError) {
        // What is no directory has no '.' in it.
        guard access(directory + "/.", W_OK | X_OK) == 0 else { throw SystemCall.error("make", path) }
    }

    /// Writes bytes, secret or not.
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FedauthError) {
        try write(to: path) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// Bytes into a file that is not there yet; false, and nothing is changed, when it is there, or comes to be there
    /// meanwhile.
    static func make(_ bytes: UnsafeRawBufferPointer, at path: String) throws(FedauthError) -> Bool {
        try write(to: path, replaces: false) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// What `body` puts into its sink, piece by piece. True when it is there; false when `replaces` is false and another
    /// file is.
    ///
    /// A file of mode 0600 until all is written, then of `mode`; see `ReplacementFile`. A symbolic link in the place is
    /// refused rather than followed or replaced.
    @discardableResult
    static func write(
        to path: String, replaces: Bool = true, mode: mode_t = 0o600,
        _ body: ((UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Bool {
        try checkPlace(path)
        let file: ReplacementFile
        do throws(SystemFailure) {
            file = try ReplacementFile(for: path)
        } catch {
            throw SystemCall.error("make", path, error)
        }
        try body { (bytes) throws(FedauthError) in try FileBytes.write(bytes, to: file.number, name: path) }
        do throws(SystemFailure) {
            return try file.commit(replaces: replaces, mode: mode)
        } catch {
            throw SystemCall.error("write", path, error)
        }
    }
}
