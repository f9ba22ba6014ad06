internal import CPOSIX
internal import Glibc

/// Changes what a command writes. It owns the memory for that, because the content can be secret.
public protocol StreamFilter: AnyObject {
    /// Whether changed bytes have to be written.
    var hasOutput: Bool { get }

    /// Passes a buffer to `read`, which fills it and returns the count; takes these bytes. Returns the count. Called only
    /// without output.
    func input(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int

    /// Takes the end of the input: what was held back becomes output.
    func finishInput()

    /// Passes the output to `write`, and removes as many bytes as it returns if that is above 0. Returns the count.
    func output(_ write: (UnsafeRawBufferPointer) -> Int) -> Int

    /// Removes all output.
    func discardOutput()
}

/// One stream of a command, copied to that of this process through a filter.
final class RelayedStream {
    /// The descriptor of this process.
    let target: Int32
    /// What the command writes to; nil once it is started.
    private var commandEnd: FileDescriptor?
    private let source: FileDescriptor
    private let isTerminal: Bool
    private let filter: any StreamFilter
    private var isOpen = true
    private var isFlushed = false
    /// Why writing failed; nil: it did not, or the output has no reader.
    private(set) var failure: SystemFailure?

    /// A pipe that is writable has room for this much (PIPE_BUF), so that no write blocks while the other stream has
    /// output.
    private static let pieceBytes = 4096

    /// Creates a terminal of the same size when `target` is a terminal, otherwise a pipe.
    init(to target: Int32, _ filter: any StreamFilter) throws(SystemFailure) {
        self.target = target
        self.filter = filter
        isTerminal = isatty(target) == 1
        let isTerminal = isTerminal
        var ends: [Int32] = [-1, -1]
        try SystemFailure.check(isTerminal ? "openpt" : "pipe2") {
            isTerminal ? cposix_pseudo_terminal(&ends, target) : cposix_pipe(&ends)
        }
        source = FileDescriptor(takingOwnershipOf: ends[0])
        commandEnd = .some(FileDescriptor(takingOwnershipOf: ends[1]))
        source.setNonBlocking()
    }

    /// The descriptor that the command writes to; -1: closed.
    var commandNumber: Int32 { commandEnd?.number ?? -1 }

    func closeCommandEnd() { commandEnd = nil }

    /// The descriptor to wait for; nil at the end.
    var awaited: Readiness.Awaited? {
        if filter.hasOutput { return .init(target, for: .writing) }
        return isOpen ? .init(source.number, for: .reading) : nil
    }

    /// Copies one piece when the awaited descriptor is ready.
    func step() {
        if filter.hasOutput { writePiece() } else { readPiece() }
    }

    /// Copies all that the command has written. Limited to the size of a pipe, because other processes may continue to
    /// write.
    func drain() {
        for _ in 0..<64 {
            while filter.hasOutput { writePiece() }
            guard isOpen, readPiece() else { break }
        }
        while filter.hasOutput { writePiece() }
    }

    /// Ends the stream and writes what was held back.
    func finish() {
        drain()
        flush()
        while filter.hasOutput { writePiece() }
    }

    /// Copies the terminal's new size.
    func copyWindow() -> Bool {
        if isTerminal { cposix_copy_window(target, source.number) }
        return isTerminal
    }

    /// Reads; returns false when there is nothing to read now.
    @discardableResult
    private func readPiece() -> Bool {
        let got = filter.input { source.read($0) }
        if got < 0 && errno == EAGAIN { return false }
        guard got > 0 else {
            // A terminal whose last user has closed it fails with EIO; this is the end of the stream.
            isOpen = false
            flush()
            return false
        }
        return true
    }

    private func flush() {
        guard !isFlushed else { return }
        isFlushed = true
        filter.finishInput()
    }

    private func writePiece() {
        let target = target
        let got = filter.output { bytes in
            SystemFailure.retrying { write(target, bytes.baseAddress, min(bytes.count, Self.pieceBytes)) }
        }
        guard got <= 0 else { return }
        if got < 0 && errno == EAGAIN {
            // Another process has made the stream non-blocking.
            _ = Readiness.wait(for: target, .writing, milliseconds: nil)
            return
        }
        if got < 0 && errno != EPIPE { failure = SystemFailure("write") }
        // The output has no reader. The command must get the same error as without this process.
        filter.discardOutput()
        isOpen = false
        isFlushed = true
        _ = dup2(Self.nowhere, source.number)
    }

    /// Replaces the reading end of a pipe, so that the pipe has no reader.
    private static let nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC)
}
