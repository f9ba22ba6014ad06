import CPOSIX
import Core
import Glibc
import Secrets

/// stdout for results and stderr for talk; nothing else in the program writes to either.
final class StandardStreams: Reporter {
    private let isQuiet: Bool
    private let isVerbose: Bool

    init(isQuiet: Bool = false, isVerbose: Bool = false) {
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    var stdoutIsTerminal: Bool { isatty(1) == 1 }

    /// A result. Throws when it has no place (a full disk, a closed stream): a script must not believe it has it.
    func result(_ text: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try result(bytes) }
    }

    /// A result with secrets in it.
    func result(_ secret: borrowing Secret) throws(FedauthError) {
        try secret.withBytes { (bytes) throws(FedauthError) in try result(bytes) }
    }

    /// A result as bytes. Where stdout is a pipe that nobody reads any more, the process ends by SIGPIPE without a word,
    /// as any program does: `head` has what it wanted.
    func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        do throws(FedauthError) {
            try FileBytes.write(bytes, to: 1, name: "stdout")
        } catch {
            if errno == EPIPE { cposix_die_of_broken_pipe() }
            throw error
        }
    }

    func note(_ text: String) { if !isQuiet { say("fedauth: \(text.printable)") } }
    func warning(_ text: String) { if !isQuiet { say("fedauth: warning: \(text.printable)") } }
    func detail(_ text: String) { if isVerbose { say("fedauth: \(text.printable)") } }

    /// An error, its hint, and with `--verbose` what the libraries below said.
    func failure(_ error: FedauthError) {
        say("fedauth: error: \(error.message)")
        if let hint = error.hint { say("fedauth: hint: \(hint)") }
        if isVerbose { for cause in error.causes { say("fedauth:   \(cause)") } }
    }

    private func say(_ line: String) {
        // Nobody can be told that stderr is closed.
        try? FileBytes.write(line + "\n", to: 2, name: "stderr")
    }
}
