public import Core
public import Secrets
internal import System

/// The destination of a response's content: stdout, or a file that appears when it is complete.
///
/// The file is written as `FILE.part`, a new file that remains when the transfer breaks. One process at a time writes it, and
/// holds a lock on it.
public final class RequestOutput: ContentSink {
    /// The destination.
    public enum Place {
        /// The stream.
        ///
        /// - Parameter isExact: whether a terminal also gets the bytes unchanged.
        case stdout(isExact: Bool)
        /// The path of a file. A character device, such as `/dev/null`, is written to as it is.
        case file(String)
    }

    private let place: Place
    /// Whether the place is a character device: it has no part, and is not replaced.
    private let isDevice: Bool
    private let streams: any ResultStream
    private let progress: (any TransferObserver)?
    /// Whether some of the content has arrived.
    public private(set) var hasContent = false
    /// The part or the device; nil before the response begins.
    private var part: FileDescriptor?
    /// Converts the response for a terminal.
    private var shown = TerminalText()
    /// Returns whether a response is the requested one; a challenge on the way to it is not.
    public var isWanted: (Response) throws(FedauthError) -> Bool = { (_) throws(FedauthError) in true }
    /// The text before the content, if the user also wants to see the header fields.
    public var preface: ((Response) -> Secret)?

    /// Describes the output; opens nothing yet. Throws when no file can be made at the place.
    public init(
        _ place: Place, streams: any ResultStream, progress: (any TransferObserver)?
    ) throws(FedauthError) {
        self.place = place
        self.streams = streams
        self.progress = progress
        guard case .file(let path) = place, FileStatus(path)?.kind != .characterDevice else {
            if case .file = place { isDevice = true } else { isDevice = false }
            return
        }
        isDevice = false
        try AtomicFile.checkPlace(path)
        try AtomicFile.checkPlace(Self.partial(path))
        // Told before a sign-in that would be for nothing.
        try AtomicFile.checkDirectory(FileNames.directory(of: path), for: path)
    }

    /// Returns the path of the output file; in a directory, the address determines the name. Throws `usage`
    /// when it names none.
    public static func path(_ path: String, for url: WebURL) throws(FedauthError) -> String {
        guard path != "-", FileNames.isDirectory(path) else { return path }
        let name = url.path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= 200 else {
            throw FedauthError(
                .usage, "'\(path.folded(to: 100))' is a directory, and the address names no file",
                hint: "name the file: '--output \(path.folded(to: 100))/FILE'")
        }
        return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    /// Throws `busy` when another process writes the part. A file system without locks has none to respect.
    private static func lock(_ part: borrowing FileDescriptor, of path: String) throws(FedauthError) {
        guard (try? part.lock()) == false else { return }
        throw FedauthError(
            .busy, "another command is writing '\(path.folded(to: 100))'",
            hint: "wait until it ends, or name another file")
    }

    private static func partial(_ path: String) -> String { path + ".part" }

    /// Opens the destination for this response. Called by `wants`, and for responses without content by the owner of
    /// the response.
    public func begin(_ head: Response) throws(FedauthError) {
        if case .file(let path) = place, part == nil {
            part =
                isDevice
                ? try SystemCall.attempt("open", path) { () throws(SystemFailure) in try FileDescriptor(toWrite: path) }
                : try Self.newPart(Self.partial(path))
        }
        if let preface {
            let text = preface(head)
            try text.withBytes { (bytes) throws(FedauthError) in try write(bytes) }
            self.preface = nil
        }
        // For compressed content, this is the compressed length.
        let length = head.header("content-encoding") == nil ? head.header("content-length").flatMap(Int64.init) : nil
        progress?.begin(total: length)
    }

    /// Returns a new file for the part, unless another process writes one.
    private static func newPart(_ partial: String) throws(FedauthError) -> FileDescriptor {
        if let other = try? PrivateFile.open(partial, writes: true) { try lock(other, of: partial) }
        let file = try SystemCall.attempt("make", partial) { () throws(FileFault) in try PrivateFile.replace(partial) }
        try lock(file, of: partial)
        return file
    }

    /// Opens the destination for a response that is the requested one.
    public func wants(_ head: Response) throws(FedauthError) -> Bool {
        guard try isWanted(head) else { return false }
        try begin(head)
        return true
    }

    /// Writes content.
    public func take(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        if !hasContent, isForTerminal, bytes.prefix(2000).contains(0) {
            throw FedauthError(
                .usage, "the answer is not text, which would spoil the terminal",
                hint: "'--output FILE' writes it to a file, '--output -' to the terminal all the same")
        }
        hasContent = true
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
            try text.withBytes(streams.result)
        case .file(let path):
            guard let number = part?.number else { return }
            try FileBytes.write(bytes, to: number, name: isDevice ? path : Self.partial(path))
        }
    }

    /// Ends a complete transfer: renames the file to its final name.
    public func finish() throws(FedauthError) {
        progress?.end()
        if isDevice { return }
        guard case .file(let path) = place else {
            var rest = Secret()
            shown.finish(to: &rest)
            return try rest.withBytes(streams.result)
        }
        guard part != nil else { return }
        do throws(SystemFailure) {
            try part?.synchronise()
            try Files.move(Self.partial(path), to: path)
        } catch {
            throw SystemCall.error("write", path, error)
        }
        part = nil
    }

    /// Removes an empty part after a failure.
    public func removeIfEmpty() {
        guard case .file(let path) = place, !isDevice, let number = part?.number,
            (try? FileStatus(descriptor: number))?.size == 0
        else { return }
        Files.remove(Self.partial(path))
    }
}
