import Application
import Core
import Glibc
import Secrets
import System

/// Prompts on `/dev/tty`, never on stdin or stdout, so that both can be pipes. Without a terminal, an askpass program
/// prompts (`FEDAUTH_ASKPASS`, then `SSH_ASKPASS`). An answer that is shown is edited by `LineEditor` where the
/// terminal moves its cursor.
/// Reads others byte by byte from the terminal in line mode (so that erasing works) directly into wiped memory. While a
/// secret is typed, echo is off; a signal, a stop and the deadline restore it and discard unread input: further lines
/// of a pasted secret must not become commands of the shell.
final class TerminalPrompter: Prompter {
    private let isAllowed: Bool
    private let edits: Bool
    private let askpass: Askpass?
    private let clock: any WallClock
    private let known: KnownSecrets
    private let tell: (_ kind: String, _ text: String) -> Void
    private let unseen: () -> String
    private lazy var terminal = isAllowed ? Terminal.open() : nil
    /// A terminal in line mode silently drops further input (termios(3)), so an answer of this length may be
    /// incomplete.
    private static let lineBytes = 4095

    /// `isAllowed`: false with `--no-input`. `edits`: the terminal moves its cursor. `known` receives the typed
    /// secrets, `tell` questions for a trace, never answers. `unseen` returns lines to write before a question.
    init(
        isAllowed: Bool, edits: Bool, askpass: String?, clock: any WallClock, known: KnownSecrets,
        tell: @escaping (_ kind: String, _ text: String) -> Void = { _, _ in }, unseen: @escaping () -> String = { "" }
    ) {
        (self.tell, self.unseen) = (tell, unseen)
        (self.known, self.isAllowed, self.edits) = (known, isAllowed, edits)
        self.askpass = isAllowed ? askpass.map { Askpass(program: $0, clock: clock) } : nil
        self.clock = clock
    }

    var canAsk: Bool { isAllowed && (terminal != nil || askpass != nil) }

    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        tell("question", question)
        let answer = Self.withoutKeys(try answer(question, isSecret: isSecret), isSecret: isSecret)
        tell("answered", "")
        if isSecret { known.learn(answer) }
        return answer
    }

    /// Returns the answer without the bytes of arrows and other keys, which a terminal in line mode hands over (ECMA-48 section 5.4),
    /// and without other control characters: no server wants them. Of a secret only the sequences of keys are removed.
    static func withoutKeys(_ answer: borrowing Secret, isSecret: Bool) -> Secret {
        answer.withBytes { bytes in
            var kept = Secret(capacity: bytes.count)
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == 0x1B, index < bytes.count, bytes[index] == 0x5B || bytes[index] == 0x4F {
                    index += 1
                    while index < bytes.count, !(0x40...0x7E).contains(bytes[index]) { index += 1 }
                    index += 1
                } else if isSecret || byte >= 0x20 && byte != 0x7F {
                    kept.append(byte)
                }
            }
            return kept
        }
    }

    private func answer(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        if let terminal { return try ask(on: terminal, question.printable, isSecret: isSecret) }
        if let askpass { return try askpass.ask(question.printable) }
        let text = question.printable.trimmedQuestion
        throw FedauthError(
            .inputNeeded, text.contains("'") ? "cannot ask: \(text)" : "cannot ask '\(text)'",
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

    private func ask(on terminal: SharedDescriptor, _ question: String, isSecret: Bool) throws(FedauthError) -> Secret {
        let mode: TerminalMode
        let room = isSecret ? nil : room(on: terminal, behind: question)
        do throws(SystemFailure) {
            mode = try TerminalMode(isSecret ? .hiddenLine : room == nil ? .line : .characters, of: terminal)
        } catch {
            // Does not prompt for a secret that the screen would show.
            throw SystemCall.error(error.function == "tcgetattr" ? "use" : "hide what is typed on", "/dev/tty", error)
        }
        defer { withExtendedLifetime(mode) {} }
        try FileBytes.write(unseen() + question, to: terminal.number, name: "/dev/tty")
        return try readLine(terminal.number, mode, question, room.map(LineEditor.init(room:)))
    }

    /// Returns the columns that are left for an answer; nil: the terminal does not edit, or there are too few.
    private func room(on terminal: SharedDescriptor, behind question: String) -> Int? {
        guard edits, let columns = Terminal.size(of: terminal.number)?.columns, columns > 0 else { return nil }
        let left = columns - Terminal.columns(of: question) % columns - 1
        return left < 10 ? nil : left
    }

    private func readLine(
        _ terminal: Int32, _ mode: TerminalMode, _ question: String, _ editor: LineEditor?
    ) throws(FedauthError) -> Secret {
        var answer = Secret(capacity: 256)
        var editor = editor
        let deadline = clock.deadline()
        while true {
            switch mode.wait(milliseconds: Int32(clamping: deadline.remainingMilliseconds)) {
            case .continued:
                // After Ctrl-Z and `fg`, the shell's lines stand below the question.
                let drawn = question + (editor?.drawing(isAnew: true) ?? "")
                try FileBytes.write(drawn, to: terminal, name: "/dev/tty")
                continue
            case .timeOver:
                throw FedauthError(
                    .timedOut, "no answer within \(deadline.limitSeconds) s",
                    hint: "allow more time by --timeout or FEDAUTH_TIMEOUT")
            case .input: break
            }
            var byte: UInt8 = 0
            let got = withUnsafeMutableBytes(of: &byte) { FileDescriptor.read(terminal, $0) }
            if got > 0, var line = editor {
                switch line.take(byte) {
                case .going:
                    try FileBytes.write(line.drawing(), to: terminal, name: "/dev/tty")
                    editor = line
                    continue
                case .finished:
                    try FileBytes.write("\n", to: terminal, name: "/dev/tty")
                    answer.append(line.line)
                    return answer
                case .ended: break
                }
            }
            if got <= 0 || editor != nil {
                guard answer.isEmpty else { return answer }
                // The cursor is still on the line of the question.
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

/// Shows a long text on the terminal, a screen at a time: by `PAGER`, `MANPAGER`, or less(1).
struct Pager {
    private let command: String

    init(_ environment: Environment) {
        // The variable could have options with which less(1) waits at the end of a short text.
        command = environment["PAGER"] ?? environment["MANPAGER"] ?? "unset LESS; exec less -FRX"
    }

    /// Shows the text and waits for the end of the pager. Returns false when there is no terminal or no such program.
    func show(_ text: String) -> Bool {
        guard let foreground = ForegroundProgram(),
            let end = try? foreground.run(["/bin/sh", "-c", command], input: text)
        else { return false }
        return end != .status(126) && end != .status(127)
    }
}

/// The program that prompts when there is no terminal (`FEDAUTH_ASKPASS`, then `SSH_ASKPASS`). It gets the question and
/// prints the answer.
struct Askpass {
    let program: String
    /// Limits the wait for an answer: a dialog may be on a display without a user.
    let clock: any WallClock
    /// The variable that tells a fedauth that is started by the program.
    static let mark = "_FEDAUTH_ASKS"

    /// Throws `cancelled` when it ends without an answer, `timed-out`, and `input-needed` when it cannot run.
    func ask(_ question: String) throws(FedauthError) -> Secret {
        setenv(Self.mark, program, 1)
        defer { unsetenv(Self.mark) }
        do {
            // A server's word at the beginning is no option of the program.
            let question = question.hasPrefix("-") ? " " + question : question
            var answer = try Child.output(of: [program, question], name: program, until: clock.deadline())
            answer.dropTrailingLineBreak()
            return answer
        } catch {
            // A program that ran and failed means that the user cancelled; a program that cannot run means that no
            // prompt is possible.
            switch error.code {
            case .timedOut: throw error
            case .programFailed:
                throw FedauthError(.cancelled, "no answer from '\(program)': \(error.message)")
            default:
                throw FedauthError(
                    .inputNeeded, "no answer from '\(program)': \(error.message)",
                    hint: "FEDAUTH_ASKPASS and SSH_ASKPASS name the program that asks")
            }
        }
    }
}
