internal import CPOSIX
internal import Glibc

/// A command that runs as a child in this process's group, with its stdout and stderr passed through filters.
///
/// It stays in the group, so that keys of the terminal such as Ctrl-C reach it as without this process, which waits for
/// its reaction. This process passes on a signal that was sent to it alone.
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

    /// Runs the command and waits for its end. Discards what processes that it leaves behind still write.
    ///
    /// - Parameter start: starts it with these descriptors as stdout and stderr, and returns its process ID.
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

    private func commandEnd(_ number: Int32) -> Int32 {
        streams.first { $0.target == number }?.commandNumber ?? -1
    }

    /// Reads signals; returns the end of the command if one of them reports it.
    private func handleSignals(_ descriptor: Int32) -> ProcessEnd? {
        var isFromTerminal = false
        while true {
            let number = cposix_next_signal(descriptor, &isFromTerminal)
            switch number {
            case 0: return nil
            case SIGCHLD:
                if let end = lookAfterChild() { return end }
            case SIGWINCH:
                // The program may have read the size before its terminal had the new one.
                if streams.count(where: { $0.copyWindow() }) > 0 { kill(process, SIGWINCH) }
            default:
                if !isFromTerminal { kill(process, number) }
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
