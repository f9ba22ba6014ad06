public import Core
internal import Glibc
public import Secrets
internal import System

/// A trace in a new, private file, written as events arrive.
public final class FileTrace: TraceFile {
    private let file: FileDescriptor
    private let path: String

    /// Creates the file; replaces an earlier one.
    public init(path: String) throws(FedauthError) {
        self.path = path
        try AtomicFile.checkPlace(path)
        do throws(FileFault) {
            file = try PrivateFile.replace(path)
        } catch {
            throw SystemCall.error("open", path, error)
        }
    }

    /// Appends the text.
    public func append(_ text: borrowing Secret) {
        text.withBytes { try? FileBytes.write($0, to: file.number, name: path) }
    }

    /// Overwrites in place, so that the file is never empty: this needs no disk space, replaces the bytes that held a
    /// secret, and keeps the trace if the process ends meanwhile.
    public func rewrite(from start: Int, _ text: borrowing Secret) {
        guard lseek(file.number, off_t(start), SEEK_SET) == off_t(start) else { return }
        append(text)
        _ = ftruncate(file.number, off_t(start + text.count))
        _ = lseek(file.number, 0, SEEK_END)
    }
}
