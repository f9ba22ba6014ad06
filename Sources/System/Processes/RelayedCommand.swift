internal import CPOSIX
internal import Glibc

/// A command that runs as a child in this process's group, with its stdout and stderr passed through filters. It stays
/// in the group, so that keys of the terminal such as Ctrl-C reach it as without this process, which waits for its
/// reaction. This process passes on a signal that was sent to it alone.
public final class RelayedCommand {
    private let streams: [RelayedStream]
    private var process: pid_t = 0

    /// Prepares the streams that were open at the start.
    public init(_ makeFilter: () -> any StreamFilter) throws(SystemFailure) {
        var streams: [RelayedStream] = []
        for number in [1, 2] as [Int32] where cposix_image_had_stream(number) {
            streams.append(try RelayedStream(to: number, makeFilter()))
        }
        self.streams = streams
    }

    /// The streams of this process to which nothing could be written, with the reason.
    public var failures: [(stream: Int32, failure: SystemFailure)] {
        streams.compactMap { stream in stream.failure.map { (stream.target, $0) } }
    }

    /// Runs the command and waits for its end. `start` starts it with these descriptors as stdout and stderr, and
    /// returns its process ID. Discards what processes that it leaves behind still write.
    public func run(_ start: (_ output: Int32, _ errors: Int32) throws(SystemFailure) -> Int32) throws(SystemFailure)
        -> ProcessEnd
    {
        let signals = FileDescriptor(takingOwnershipOf: try SystemFailure.check("signalfd", cposix_relay_signals))
        process = try start(commandEnd(1), commandEnd(2))
        for stream in streams { stream.closeCommandEnd() }
        while true {
            let moving = streams.filter { $0.awaited != nil }
            let awaited = [Readiness.Awaited(signals.number, for: .reading)] + moving.compactMap(\.awaited)
            guard let ready = Readiness.wait(for: awaited, milliseconds: nil) else { continue }
            for (stream, isReady) in zip(moving, ready.dropFirst()) where isReady { stream.step() }
            if ready[0], let end = handleSignals(signals.number) {
                for stream in streams { stream.finish() }
                return end
            }
        }
    }

    private func commandEnd(_ number: Int32) -> Int32 { streams.first { $0.target == number }?.commandNumber ?? -1 }

    /// Reads signals; returns the end of the command if one of them reports it.
    private func handleSignals(_ descriptor: Int32) -> ProcessEnd? {
        var isFromTerminal = false
        while true {
            let number = cposix_next_signal(descriptor, &isFromTerminal)
            switch number {
            case 0: return nil
            case SIGCHLD: if let end = lookAfterChild() { return end }
            case SIGWINCH:
                // The program may have read the size before its terminal had the new one.
                if streams.count(where: { $0.copyWindow() }) > 0 { kill(process, SIGWINCH) }
            default: if !isFromTerminal { kill(process, number) }
            }
        }
    }

    private func lookAfterChild() -> ProcessEnd? {
        var status: Int32 = 0
        let process = process
        while SystemFailure.retrying({ waitpid(process, &status, WNOHANG | WUNTRACED) }) > 0 {
            guard status & 0xFF == 0x7F else { return ProcessEnd(status) }
            stopWithChild((status >> 8) & 0xFF)
        }
        return nil
    }

    /// Stops this process when the command stops (job control); otherwise the shell would wait.
    private func stopWithChild(_ signal: Int32) {
        guard [SIGTSTP, SIGTTIN, SIGTTOU].contains(signal) else { return }
        for stream in streams { stream.drain() }
        cposix_stop()
        for stream in streams { _ = stream.copyWindow() }
        kill(process, SIGCONT)
    }
}

/// Changes what a command writes. It owns the memory for that, because the content can be secret.
public protocol StreamFilter: AnyObject {
    /// Whether changed bytes have to be written.
    var hasOutput: Bool { get }

    /// Takes the bytes with which `read` fills a buffer, and returns their count. Called only without output.
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

    /// A writable pipe has room for this much (PIPE_BUF), so that no write blocks while the other stream has output.
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
    func step() { if filter.hasOutput { writePiece() } else { readPiece() } }

    /// Copies all that the command has written. Limited to the size of a pipe: other processes may go on writing.
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
