import CPOSIX
import Core
import Glibc
import Secrets

/// A command that runs as a child in fedauth's process group, with its stdout and stderr passed through a mask.
///
/// It stays in the group, so that keys of the terminal such as Ctrl-C reach it as without fedauth; fedauth waits for
/// its reaction. fedauth passes on a signal that was sent to fedauth alone.
final class MaskedCommand {
    /// How the command ended.
    enum End {
        case status(UInt8)
        case signal(Int32)
    }

    private let image: ProcessImage
    private let reporter: any Reporter
    private let streams: [(number: Int32, stream: MaskedStream)]
    private var process: pid_t = 0

    /// Prepares the command.
    ///
    /// - Parameter secrets: each with its name for messages.
    init(
        _ image: ProcessImage, secrets: [(name: String, value: SharedSecret)], reporter: any Reporter
    ) throws(FedauthError) {
        self.image = image
        self.reporter = reporter
        for secret in secrets where secret.value.count < SecretForms.leastBytes {
            reporter.detail(
                "\(secret.name) is shorter than \(SecretForms.leastBytes) bytes and is not masked")
        }
        let automaton = SecretAutomaton(secrets.flatMap { SecretForms(of: $0.value).forms })
        var streams: [(number: Int32, stream: MaskedStream)] = []
        for number in [1, 2] as [Int32] where cposix_image_had_stream(number) {
            streams.append((number, try MaskedStream(to: number, automaton)))
        }
        self.streams = streams
    }

    /// Runs the command and waits for its end. Discards what processes that it leaves behind still write.
    func run() throws(FedauthError) -> End {
        let signals = FileDescriptor(takingOwnershipOf: cposix_relay_signals())
        guard signals.number >= 0 else { throw SystemCall.error("receive", "signals") }
        process = try image.start(output: commandEnd(1), errors: commandEnd(2))
        for (_, stream) in streams { stream.closeCommandEnd() }
        while true {
            var waiting = [pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)]
            var moving: [MaskedStream] = []
            for (_, stream) in streams {
                guard let awaited = stream.awaited else { continue }
                waiting.append(awaited)
                moving.append(stream)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for (stream, entry) in zip(moving, waiting.dropFirst()) where entry.revents != 0 { stream.step() }
            if waiting[0].revents != 0, let end = handleSignals(signals.number) {
                for (number, stream) in streams {
                    stream.finish()
                    guard let failure = stream.failure else { continue }
                    // The command noticed only that its output had no reader.
                    let why = String(cString: strerror(failure)).lowercased()
                    reporter.warning("cannot write to '\(number == 1 ? "stdout" : "stderr")': \(why)")
                }
                return end
            }
        }
    }

    private func commandEnd(_ number: Int32) -> Int32 {
        streams.first { $0.number == number }?.stream.commandEnd ?? -1
    }

    /// Reads signals; returns the end of the command if one of them reports it.
    private func handleSignals(_ descriptor: Int32) -> End? {
        var isFromTerminal = false
        while true {
            let number = cposix_next_signal(descriptor, &isFromTerminal)
            switch number {
            case 0: return nil
            case SIGCHLD:
                if let end = lookAfterChild() { return end }
            case SIGWINCH:
                // The program may have read the size before its terminal had the new one.
                if streams.count(where: { $0.stream.copyWindow() }) > 0 { kill(process, SIGWINCH) }
            default:
                if !isFromTerminal { kill(process, number) }
            }
        }
    }

    private func lookAfterChild() -> End? {
        var status: Int32 = 0
        while SystemCall.retrying({ waitpid(process, &status, WNOHANG | WUNTRACED) }) > 0 {
            let low = status & 0x7F
            if status & 0xFF == 0x7F {
                stopWithChild((status >> 8) & 0xFF)
            } else {
                return low == 0 ? .status(UInt8(truncatingIfNeeded: status >> 8)) : .signal(low)
            }
        }
        return nil
    }

    /// Stops fedauth when the command stops (job control); otherwise the shell would wait.
    private func stopWithChild(_ signal: Int32) {
        guard [SIGTSTP, SIGTTIN, SIGTTOU].contains(signal) else { return }
        for (_, stream) in streams { stream.drain() }
        cposix_stop()
        for (_, stream) in streams { _ = stream.copyWindow() }
        kill(process, SIGCONT)
    }
}
