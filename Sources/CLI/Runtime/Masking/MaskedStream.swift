import CPOSIX
import Core
import Glibc
import Secrets

/// One stream of a command, copied to fedauth's own with its secrets masked.
final class MaskedStream {
    /// The descriptor that the command writes to; closed here once the command is started.
    private(set) var commandEnd: Int32
    private let source: Int32
    private let target: Int32
    private let isTerminal: Bool
    private var mask: SecretMask
    private var input = Secret(capacity: chunkBytes)
    /// The bytes to write; `written` of them are written.
    private var output = Secret(capacity: chunkBytes)
    private var written = 0
    private var isOpen = true
    private var isFlushed = false
    /// The `errno` of a failed write; nil: no write failed, or the output has no reader.
    private(set) var failure: Int32?

    private static let chunkBytes = 64 << 10
    /// A pipe that is writable has room for this much (PIPE_BUF), so that no write blocks while the other stream has
    /// output.
    private static let pieceBytes = 4096

    /// Creates a terminal of the same size when `target` is a terminal, otherwise a pipe. Throws when neither can be
    /// created.
    init(to target: Int32, _ automaton: SecretAutomaton) throws(FedauthError) {
        self.target = target
        isTerminal = isatty(target) == 1
        mask = SecretMask(automaton)
        var ends: [Int32] = [-1, -1]
        guard (isTerminal ? cposix_pseudo_terminal(&ends, target) : cposix_pipe(&ends)) == 0 else {
            throw SystemCall.error("make", isTerminal ? "pseudo terminal" : "pipe")
        }
        source = ends[0]
        commandEnd = ends[1]
        _ = fcntl(source, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(source)
        closeCommandEnd()
    }

    func closeCommandEnd() {
        if commandEnd >= 0 { close(commandEnd) }
        commandEnd = -1
    }

    /// The descriptor to wait for; nil at the end.
    var awaited: pollfd? {
        if written < output.count { return pollfd(fd: target, events: Int16(POLLOUT), revents: 0) }
        return isOpen ? pollfd(fd: source, events: Int16(POLLIN), revents: 0) : nil
    }

    /// Copies one piece when the awaited descriptor is ready.
    func step() {
        if written < output.count { writePiece() } else { readPiece() }
    }

    /// Copies all that the command has written. Limited to the size of a pipe, because other processes may continue to
    /// write.
    func drain() {
        for _ in 0..<64 {
            while written < output.count { writePiece() }
            guard isOpen, readPiece() else { break }
        }
        while written < output.count { writePiece() }
    }

    /// Ends the stream and writes what was held back.
    func finish() {
        drain()
        flush()
        while written < output.count { writePiece() }
    }

    /// Copies the terminal's new size.
    func copyWindow() -> Bool {
        if isTerminal { cposix_copy_window(target, source) }
        return isTerminal
    }

    /// Reads; returns false when there is nothing to read now.
    @discardableResult
    private func readPiece() -> Bool {
        let source = source
        let got = input.withMutableBytes(count: Self.chunkBytes) { bytes in
            SystemCall.retrying { read(source, bytes.baseAddress, bytes.count) }
        }
        if got < 0 && errno == EAGAIN { return false }
        guard got > 0 else {
            // A terminal whose last user has closed it fails with EIO; this is the end of the stream.
            isOpen = false
            flush()
            return false
        }
        output.truncate(to: 0)
        written = 0
        input.withBytes { mask.feed(UnsafeRawBufferPointer(rebasing: $0[..<got]), to: &output) }
        return true
    }

    private func flush() {
        guard !isFlushed else { return }
        isFlushed = true
        if written == output.count {
            output.truncate(to: 0)
            written = 0
        }
        mask.finish(to: &output)
    }

    private func writePiece() {
        let (target, written) = (target, written)
        let got = output.withBytes { bytes in
            SystemCall.retrying {
                write(target, bytes.baseAddress?.advanced(by: written), min(bytes.count - written, Self.pieceBytes))
            }
        }
        if got > 0 {
            self.written += got
            return
        }
        if got < 0 && errno == EAGAIN {
            // Another process has made the stream non-blocking.
            var waiting = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
            return
        }
        if got < 0 && errno != EPIPE { failure = errno }
        // The output has no reader. The command must get the same error as without fedauth.
        self.written = output.count
        isOpen = false
        isFlushed = true
        _ = dup2(Self.nowhere, source)
    }

    /// Replaces the reading end of a pipe, so that the pipe has no reader.
    private static let nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC)
}
