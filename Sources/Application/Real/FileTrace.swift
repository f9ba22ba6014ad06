public import Core
internal import Glibc
public import Secrets
internal import System

/// A trace in a new, private file, written as events arrive. A file whose name ends in `.html` becomes a page at the end.
public final class FileTrace: TraceFile {
    private let file: FileDescriptor
    private let path: String
    private let head: String
    /// Whether something could not be written.
    public private(set) var isIncomplete = false
    /// A browser shows no page of a longer text: then the end of it follows its beginning.
    private static let maximumBytes = 8 << 20
    private static let endBytes = 64 << 10

    /// Creates the file; replaces an earlier trace, and an empty file. Throws `usage` for any other file: it may be what the command
    /// itself needs, such as the store or its key.
    public init(path: String) throws(FedauthError) {
        self.path = path
        head = path.hasSuffix(".html") || path.hasSuffix(".htm") ? TracePage.head : ""
        try AtomicFile.checkPlace(path)
        if (FileStatus(path)?.size ?? 0) > 0, !Self.isTrace(path) {
            throw FedauthError(
                .usage, "'\(path.folded(to: 200))' is no trace, and is not written over",
                hint: "name another file for '--trace', or remove this one")
        }
        file = try SystemCall.attempt("open", path) { () throws(FileFault) in try PrivateFile.replace(path) }
        try? FileBytes.write(head, to: file.number, name: path)
    }

    /// Whether a file begins as a trace does, or as the page of one.
    private static func isTrace(_ path: String) -> Bool {
        var text = Secret()
        guard let file = try? FileDescriptor(reading: path) else { return false }
        _ = try? FileBytes.readMore(file.number, into: &text, name: path, limit: 1 << 20)
        return text.withBytes { bytes in
            if bytes.starts(with: "# fedauth/".utf8) { return true }
            let page = String(decoding: bytes.prefix(1000), as: UTF8.self)
            return page.hasPrefix("<!doctype html>")
                && (page.contains("<title>fedauth: ") || page.contains("<title>Trace of "))
        }
    }

    /// Appends the text.
    public func append(_ text: borrowing Secret) {
        do throws(FedauthError) {
            try text.withBytes { (bytes) throws(FedauthError) in
                try FileBytes.write(bytes, to: file.number, name: path)
            }
        } catch { isIncomplete = true }
    }

    /// Overwrites in place, so that the file is never empty: this needs no disk space, replaces the bytes that held a
    /// secret, and keeps the trace if the process ends meanwhile.
    public func rewrite(from start: Int, _ text: borrowing Secret) {
        let start = start + head.utf8.count
        guard lseek(file.number, off_t(start), SEEK_SET) == off_t(start) else { return }
        append(text)
        _ = ftruncate(file.number, off_t(start + text.count))
        _ = lseek(file.number, 0, SEEK_END)
    }

    /// Makes the page of what was written, if it is to be one.
    public func end() {
        guard !head.isEmpty, let text = try? Self.text(of: path) else { return }
        var page = Secret()
        page.append(TracePage(text: text).html)
        guard lseek(file.number, 0, SEEK_SET) == 0 else { return }
        append(page)
        _ = ftruncate(file.number, off_t(page.count))
    }

    /// Returns the text of a trace; of a long one the beginning and the end.
    public static func text(of path: String) throws(FedauthError) -> String {
        let file = try FileDescriptor(reading: path)
        var text = Secret()
        while text.count < maximumBytes,
            try FileBytes.readMore(file.number, into: &text, name: path, limit: 2 * maximumBytes)
        {}
        guard text.count >= maximumBytes else { return text.withBytes { String(decoding: $0, as: UTF8.self) } }
        var end = Secret()
        _ = lseek(file.number, -off_t(endBytes), SEEK_END)
        while try FileBytes.readMore(file.number, into: &end, name: path, limit: 2 * endBytes) {}
        let tail = end.withBytes { String(decoding: $0, as: UTF8.self) }
        return text.withBytes { String(decoding: $0[...($0.lastIndex(of: 0x0A) ?? 0)], as: UTF8.self) }
            + "# warning\n* the trace is longer than \(maximumBytes >> 20) MiB: what follows is left out\n"
            + (tail.ranges(of: "\n# end at ").last.map { String(tail[$0.lowerBound...]) } ?? "")
    }
}
