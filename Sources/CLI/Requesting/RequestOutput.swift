import Application
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
    /// What an earlier transfer has left.
    private(set) var earlier: PartialTransfer
    private let tag: PartTag?
    private var part: FileDescriptor?
    /// Whether `part` contains all that precedes the content of this response.
    private var hasBegun = false
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
            earlier = PartialTransfer()
            tag = nil
            return
        }
        let partial = Self.partial(path)
        let tag = PartTag(of: partial)
        self.tag = tag
        try AtomicFile.checkPlace(path)
        try AtomicFile.checkPlace(partial)
        try AtomicFile.checkPlace(tag.path)
        guard continues, let file = try Self.earlier(partial) else {
            earlier = PartialTransfer()
            return
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemCall.error("look at", partial) }
        earlier = PartialTransfer(
            size: Int64(status.st_size), version: status.st_size > 0 ? try tag.read() : nil)
        part = consume file
    }

    /// Opens the part of an earlier transfer; nil when there is none.
    private static func earlier(_ partial: String) throws(FedauthError) -> FileDescriptor? {
        do throws(FileFault) {
            return try PrivateFile.open(partial, writes: true)
        } catch {
            if error.isMissing { return nil }
            throw SystemCall.error("open", partial, error, hint: PartialTransfer.beginningAnew)
        }
    }

    private static func partial(_ path: String) -> String { path + ".part" }

    /// Opens the destination for this response. Called by `wants`, and for responses without content by the owner of
    /// the response.
    func begin(_ head: Response) throws(FedauthError) {
        var start: Int64 = 0
        if case .file(let path) = place, !hasBegun {
            start = try earlier.begin(head)
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

    func wants(_ head: Response) throws(FedauthError) -> Bool {
        guard try isWanted(head) else { return false }
        try begin(head)
        return true
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        if earlier.received == 0, isForTerminal, bytes.prefix(2000).contains(0) {
            throw FedauthError(
                .usage, "the answer is not text, which would spoil the terminal",
                hint: "'--output FILE' writes it to a file, '--output -' to the terminal all the same")
        }
        do throws(FedauthError) {
            try earlier.receive(bytes.count)
        } catch {
            if let number = part?.number { _ = ftruncate(number, off_t(earlier.offset)) }
            throw error
        }
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
        try earlier.checkEnd()
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
