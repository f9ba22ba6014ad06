public import Core
public import Secrets
public import System

/// A command that runs as a child, with the secrets in its stdout and stderr masked.
public final class MaskedCommand {
    private let image: CommandImage
    private let reporter: any Reporter
    private let relay: RelayedCommand
    private let started: (_ process: Int32) -> Void

    /// Prepares the command.
    ///
    /// - Parameters:
    ///   - secrets: each with its name for messages.
    ///   - started: is called with the process of the command.
    public init(
        _ image: CommandImage, secrets: [(name: String, value: SharedSecret)], reporter: any Reporter,
        started: @escaping (_ process: Int32) -> Void
    ) throws(FedauthError) {
        (self.image, self.reporter, self.started) = (image, reporter, started)
        for secret in secrets where secret.value.count < SecretForms.leastBytes {
            reporter.detail(
                "\(secret.name) is shorter than \(SecretForms.leastBytes) bytes and is not masked")
        }
        let automaton = SecretAutomaton(secrets.flatMap { SecretForms(of: $0.value).forms })
        do throws(SystemFailure) {
            relay = try RelayedCommand { SecretFilter(automaton) }
        } catch {
            throw SystemCall.error("make", error.function == "pipe2" ? "pipe" : "pseudo terminal", error)
        }
    }

    /// Runs the command and waits for its end. Discards what processes that it leaves behind still write.
    public func run() throws(FedauthError) -> ProcessEnd {
        let end = try image.run(in: relay, started)
        for (stream, failure) in relay.failures {
            // The command noticed only that its output had no reader.
            reporter.warning("cannot write to '\(stream == 1 ? "stdout" : "stderr")': \(failure.text)")
        }
        return end
    }
}

/// Masks secrets, in wiped memory.
private final class SecretFilter: StreamFilter {
    private var mask: SecretMask
    private var pending = Secret(capacity: chunkBytes)
    private var chunk = Secret(capacity: chunkBytes)
    private var written = 0

    private static let chunkBytes = 64 << 10

    init(_ automaton: SecretAutomaton) { mask = SecretMask(automaton) }

    var hasOutput: Bool { written < pending.count }

    func input(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        let count = chunk.withMutableBytes(count: Self.chunkBytes, read)
        guard count > 0 else { return count }
        discardOutput()
        chunk.withBytes { mask.feed(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: &pending) }
        return count
    }

    func finishInput() {
        if !hasOutput { discardOutput() }
        mask.finish(to: &pending)
    }

    func output(_ write: (UnsafeRawBufferPointer) -> Int) -> Int {
        let count = pending.withBytes { write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
        written += max(0, count)
        return count
    }

    func discardOutput() {
        pending.truncate(to: 0)
        written = 0
    }
}
