import CPOSIX
import Core
import Glibc
import Secrets

/// Asks on `/dev/tty`, never on stdin or stdout, so that a pipe can be on both. Without a terminal an askpass program
/// asks (`FEDAUTH_ASKPASS`, then `SSH_ASKPASS`).
///
/// Answers are read byte by byte from the terminal in its own line mode (so that erasing works) straight into wiped
/// memory. While a secret is asked for the echo is off; a signal, a stop and a deadline restore it, and throw away what
/// was not read: lines of a pasted secret beyond the first must not become commands of the shell.
final class TerminalPrompter: Prompter {
    private let isAllowed: Bool
    private let askpass: Askpass?
    private let timeoutMilliseconds: Int32
    private let known: KnownSecrets
    private lazy var terminal: Int32 = isAllowed ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : -1
    /// A terminal in its line mode drops what is typed beyond, in silence (termios(3)): an answer of this length may be
    /// a part of what was meant.
    private static let lineBytes = 4095

    /// - Parameters:
    ///   - isAllowed: false with `--no-input`.
    ///   - timeoutSeconds: how long an answer may take.
    ///   - known: gets what is typed in secret.
    init(isAllowed: Bool, askpass: String?, timeoutSeconds: Int64, known: KnownSecrets) {
        self.known = known
        self.isAllowed = isAllowed
        self.askpass = isAllowed ? askpass.map { Askpass(program: $0, timeoutSeconds: timeoutSeconds) } : nil
        timeoutMilliseconds = Int32(clamping: timeoutSeconds.multipliedReportingOverflow(by: 1000).partialValue)
    }

    deinit { if isAllowed, terminal >= 0 { close(terminal) } }

    var canAsk: Bool { isAllowed && (terminal >= 0 || askpass != nil) }

    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        let answer = try answer(question, isSecret: isSecret)
        if isSecret { known.learn(answer) }
        return answer
    }

    private func answer(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        if terminal >= 0 { return try askOnTerminal(question.printable, isSecret: isSecret) }
        if let askpass { return try askpass.ask(question.printable) }
        throw FedauthError(
            .inputNeeded, "cannot ask '\(question.printable.trimmedQuestion)'",
            hint: isAllowed
                ? "there is no terminal; give the answer by an option or a file, or set FEDAUTH_ASKPASS"
                : "'--no-input' is in force; give the answer by an option or a file")
    }

    func confirm(_ question: String) throws(FedauthError) -> Bool {
        let answer = try ask(question + "? [y/N] ", isSecret: false)
        return answer.withBytes { bytes in
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            return text == "y" || text == "yes"
        }
    }

    private func askOnTerminal(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        let terminal = terminal
        var saved = termios()
        guard tcgetattr(terminal, &saved) == 0 else { throw SystemCall.error("use", "/dev/tty") }
        var asking = saved
        asking.c_lflag |= tcflag_t(ICANON | ISIG)
        if isSecret {
            asking.c_lflag &= ~tcflag_t(ECHO)
            asking.c_lflag |= tcflag_t(ECHONL)
        }
        cposix_guard_terminal(terminal, &saved, &asking)
        defer { cposix_give_back_terminal() }
        // TCSAFLUSH: what was typed before the question is not taken for the secret.
        let isSet = SystemCall.retrying { tcsetattr(terminal, isSecret ? TCSAFLUSH : TCSANOW, &asking) } == 0
        // A secret that the screen would show is not prompted for.
        guard isSet || !isSecret else { throw SystemCall.error("hide what is typed on", "/dev/tty") }
        try FileBytes.write(question, to: terminal, name: "/dev/tty")
        return try readLine(terminal)
    }

    private func readLine(_ terminal: Int32) throws(FedauthError) -> Secret {
        var answer = Secret(capacity: 256)
        while true {
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, timeoutMilliseconds)
            if ready == -1 && errno == EINTR { continue }
            guard ready != 0 else {
                throw FedauthError(
                    .timedOut, "no answer within \(timeoutMilliseconds / 1000) s", hint: "allow more time by --timeout")
            }
            var byte: UInt8 = 0
            let got = SystemCall.retrying { read(terminal, &byte, 1) }
            if got <= 0 {
                guard answer.isEmpty else { return answer }
                // The cursor stands behind the question.
                try FileBytes.write("\n", to: terminal, name: "/dev/tty")
                throw FedauthError(.cancelled, "the question was not answered")
            }
            if byte == 0x0A { return answer }
            answer.append(byte)
            byte = 0
            guard answer.count < Self.lineBytes else {
                throw FedauthError(
                    .usage, "the answer is too long: a terminal cuts a line at \(Self.lineBytes) bytes",
                    hint: "give it by a pipe or a file: '--file FILE' of 'store put', '--password-file FILE' or "
                        + "'--store-passphrase-file FILE'")
            }
        }
    }
}

extension String {
    /// A question without its colon and blank.
    fileprivate var trimmedQuestion: String {
        var text = Substring(self)
        while let last = text.last, last == " " || last == ":" { text.removeLast() }
        return String(text)
    }
}
