import Core
import Glibc
import Secrets
import System

/// The destination of a response's content: stdout, or a file that appears when it is complete.
///
/// The file is written as `FILE.part`, which remains for `--continue` when the transfer fails. It is a new file, or
/// with `--continue` an existing file that only this user can write, because its content becomes the beginning of the
/// file.
final class RequestOutput: ContentSink {
    /// The destination.
    enum Place {
        /// - Parameter isExact: whether a terminal also gets the bytes unchanged.
        case stdout(isExact: Bool)
        case file(String)
    }

    private let place: Place
    private let streams: StandardStreams
    private let progress: TransferProgress?
    /// The number of bytes that an earlier transfer has left.
    let resumesAt: Int64
    /// The version of the earlier transfer, for `If-Range`; nil if unknown.
    let version: String?
    private let tag: PartTag?
    private var part: FileDescriptor?
    /// Whether `part` contains all that precedes the content of this response.
    private var hasBegun = false
    private var received: Int64 = 0
    /// The range that a partial response states.
    private var range: ContentRange?
    /// Converts the response for a terminal.
    private var shown = TerminalText()
    /// Returns whether a response is the requested one; a challenge on the way to it is not.
    var isWanted: (Response) throws(FedauthError) -> Bool = { (_) throws(FedauthError) in true }
    /// The text before the content, if the user also wants to see the header fields.
    var preface: ((Response) -> Secret)?

    /// Describes the output; opens nothing yet.
    ///
    /// - Parameter continues: resumes an earlier transfer.
    init(
        _ place: Place, continues: Bool, streams: StandardStreams, progress: TransferProgress?
    ) throws(FedauthError) {
        self.place = place
        self.streams = streams
        self.progress = progress
        guard case .file(let path) = place else {
            resumesAt = 0
            tag = nil
            version = nil
            return
        }
        let partial = Self.partial(path)
        let tag = PartTag(of: partial)
        self.tag = tag
        try AtomicFile.checkPlace(path)
        try AtomicFile.checkPlace(partial)
        try AtomicFile.checkPlace(tag.path)
        guard continues, let earlier = try Self.earlier(partial) else {
            resumesAt = 0
            version = nil
            return
        }
        var status = stat()
        guard fstat(earlier.number, &status) == 0 else { throw SystemCall.error("look at", partial) }
        let version = status.st_size > 0 ? try tag.read() : nil
        let hasFields = version == PartTag.withFields
        resumesAt = hasFields ? 0 : Int64(status.st_size)
        self.version = hasFields ? nil : version
        part = consume earlier
    }

    /// The alternative to continuing a file that other users can write.
    static let beginningAnew = "without '--continue' the file is fetched from its beginning"

    /// Opens the part of an earlier transfer; nil when there is none.
    private static func earlier(_ partial: String) throws(FedauthError) -> FileDescriptor? {
        do throws(FileFault) {
            return try PrivateFile.open(partial, writes: true)
        } catch {
            if error.isMissing { return nil }
            throw SystemCall.error("open", partial, error, hint: beginningAnew)
        }
    }

    private static func partial(_ path: String) -> String { path + ".part" }

    /// Opens the destination for this response. Called by `wants`, and for responses without content by the owner of
    /// the response.
    func begin(_ head: Response) throws(FedauthError) {
        var start: Int64 = 0
        if case .file(let path) = place, !hasBegun {
            start = head.status == 206 ? try resumption(head) : 0
            let number = try openPart(Self.partial(path))
            _ = fchmod(number, 0o600)
            guard ftruncate(number, off_t(start)) == 0, lseek(number, 0, SEEK_END) == off_t(start) else {
                throw SystemCall.error("write to", Self.partial(path))
            }
            hasBegun = true
            if preface == nil { try tag?.keep(head) } else { try tag?.keepFields() }
        }
        if let preface {
            let text = preface(head)
            try text.withBytes { (bytes) throws(FedauthError) in try write(bytes) }
            self.preface = nil
        }
        // For compressed content, this is the compressed length.
        let length = head.header("content-encoding") == nil ? head.header("content-length").flatMap(Int64.init) : nil
        progress?.begin(total: length.map { $0 + start }, offset: start)
    }

    /// Returns the descriptor of the part: the file of the earlier transfer, else a new file.
    private func openPart(_ partial: String) throws(FedauthError) -> Int32 {
        if let number = part?.number { return number }
        do throws(FileFault) {
            let file = try PrivateFile.replace(partial)
            let number = file.number
            part = consume file
            return number
        } catch {
            throw SystemCall.error("make", partial, error)
        }
    }

    /// Returns where a partial response (RFC 9110 section 14.4) continues. Throws `bad-answer` for a response that does
    /// not belong to the part.
    private func resumption(_ head: Response) throws(FedauthError) -> Int64 {
        guard resumesAt > 0 else { return 0 }
        guard let range = ContentRange(head.header("content-range") ?? ""), range.first == resumesAt else {
            throw mismatch("'\(head.url.host)' goes on at another place than it was asked to")
        }
        guard head.header("content-encoding").map({ $0.asciiLowercased == "identity" }) ?? true else {
            throw mismatch("'\(head.url.host)' goes on with compressed content, which the part is not")
        }
        if let version, let other = PartTag.version(of: head, like: version), other != version {
            throw mismatch("'\(head.url.host)' goes on with another version of the content")
        }
        self.range = range
        return resumesAt
    }

    private func mismatch(_ what: String) -> FedauthError { FedauthError(.badAnswer, what, hint: Self.beginningAnew) }

    /// Throws `bad-answer` when a partial response did not contain the range that it states, or not the rest of the
    /// file.
    private func checkEnd() throws(FedauthError) {
        guard let range else { return }
        guard received == range.count, range.isLast else {
            throw FedauthError(
                .badAnswer, "the answer ended before the file did; the part stays as it is",
                hint: "'--continue' goes on with it")
        }
    }

    /// Returns whether a response may overwrite the part of an earlier transfer: only the whole content (200) and the
    /// rest of it (206) may.
    func mayReplacePart(_ head: Response) -> Bool { resumesAt == 0 || head.status == 200 || head.status == 206 }

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        guard try isWanted(head) else { return false }
        try begin(head)
        return true
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        if received == 0, isForTerminal, bytes.prefix(2000).contains(0) {
            throw FedauthError(
                .usage, "the answer is no text, which would spoil the terminal",
                hint: "'--output FILE' writes it to a file, '--output -' to the terminal all the same")
        }
        if let range, Int64(bytes.count) > range.count - received {
            // It is unknown which of the bytes are correct.
            if let number = part?.number { _ = ftruncate(number, off_t(resumesAt)) }
            throw mismatch("the answer has more content than the range that it names")
        }
        received += Int64(bytes.count)
        try write(bytes)
        progress?.received(bytes.count)
    }

    /// Whether the response is shown on a terminal, and not passed on unchanged.
    private var isForTerminal: Bool {
        guard case .stdout(isExact: false) = place else { return false }
        return streams.stdoutIsTerminal
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        switch place {
        case .stdout:
            guard isForTerminal else { return try streams.result(bytes) }
            var text = Secret(capacity: bytes.count)
            shown.append(bytes, to: &text)
            try streams.result(text)
        case .file(let path):
            guard let number = part?.number else { return }
            try FileBytes.write(bytes, to: number, name: Self.partial(path))
        }
    }

    /// Ends a complete transfer: renames the file to its final name.
    ///
    /// - Parameter isWhole: the earlier transfer was already complete.
    func finish(isWhole: Bool = false) throws(FedauthError) {
        progress?.end()
        guard case .file(let path) = place else {
            var rest = Secret()
            shown.finish(to: &rest)
            return try streams.result(rest)
        }
        try checkEnd()
        if hasBegun, let number = part?.number, SystemCall.retrying({ fsync(number) }) != 0 {
            throw SystemCall.error("write", path)
        }
        guard hasBegun || isWhole else { return }
        guard rename(Self.partial(path), path) == 0 else { throw SystemCall.error("write", path) }
        part = nil
        tag?.remove()
    }

    /// Removes an empty part: the command failed, and there is nothing to resume.
    func removeIfEmpty() {
        var status = stat()
        guard case .file(let path) = place, let number = part?.number, fstat(number, &status) == 0, status.st_size == 0
        else { return }
        unlink(Self.partial(path))
        tag?.remove()
    }
}
