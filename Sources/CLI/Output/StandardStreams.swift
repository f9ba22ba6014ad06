import Application
import Core
import Loopback
import Secrets
import System

/// stdout for results and stderr for messages; all output of the program goes through this class.
final class StandardStreams: Reporter, ResultStream {
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let messageAppearance: Appearance
    /// What the locale can show.
    let letters: LocaleLetters
    private lazy var live = StatusLine(on: output.messages)
    /// Where results and messages are written.
    let output: OutputDescriptors
    /// The features of stdout for results.
    let appearance: Appearance
    /// The secrets that no message shows.
    private let known: KnownSecrets
    private let environment: Environment
    /// The warnings so far, also those that `--quiet` suppresses.
    private var warnings: [String] = []
    /// What the user may not have seen: messages since the last question, where stderr is no terminal.
    private var unseen = ""
    /// Whether the status line is of a transfer that waits for its server.
    private var awaitsServer = false
    /// The end of all waits of the command, also of that for a reader of stdout; nil: none.
    var limit: Deadline?
    /// Tells a trace what the user is told or asked.
    var tell: (_ kind: String, _ text: String) -> Void = { _, _ in }

    init(
        isQuiet: Bool = false, isVerbose: Bool = false, color: ColorChoice, environment: Environment,
        known: KnownSecrets = KnownSecrets()
    ) {
        (self.known, self.environment, self.isQuiet, self.isVerbose) = (known, environment, isQuiet, isVerbose)
        output = environment.output
        letters = LocaleLetters(environment)
        messageAppearance = Appearance(of: output.messages, color, environment)
        appearance = Appearance(of: output.results, color, environment)
    }

    /// Guesses the options of words that could not be parsed as a command.
    convenience init(guessing words: [String], _ environment: Environment) {
        let color = words.indices.compactMap { index in
            words[index] == "--color" && index + 1 < words.count
                ? ColorChoice(rawValue: words[index + 1])
                : ColorChoice.allCases.first { words[index] == "--color=\($0.rawValue)" }
        }
        let named = environment["FEDAUTH_COLOR"].flatMap(ColorChoice.init)
        self.init(isVerbose: words.contains("--verbose"), color: color.last ?? named ?? .auto, environment: environment)
    }

    var stdoutIsTerminal: Bool { Terminal.isTerminal(output.results) }

    /// Whether a person may read the messages.
    var stderrIsTerminal: Bool { Terminal.isTerminal(output.messages) }

    /// Writes a result. Throws when the write fails (a full disk, a closed stream), so that a script does not rely on
    /// it.
    func result(_ text: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try result(bytes) }
    }

    /// Writes a result that contains secrets.
    func result(_ secret: borrowing Secret) throws(FedauthError) {
        try secret.withBytes { (bytes) throws(FedauthError) in try result(bytes) }
    }

    /// Writes a result with a server's text: on a terminal without characters that are invisible or move the cursor,
    /// elsewhere unchanged.
    func resultOfServer(_ content: borrowing Secret) throws(FedauthError) {
        guard stdoutIsTerminal else { return try result(content) }
        var text = TerminalText()
        var shown = Secret(capacity: content.count)
        content.withBytes { text.append($0, to: &shown) }
        text.finish(to: &shown)
        try result(shown)
    }

    /// Writes a result as bytes. When stdout is a pipe without a reader, SIGPIPE ends the process without a message, as
    /// for other programs (`head` has read enough).
    func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        OutputGuard.begins()
        var rest = bytes[...]
        while !rest.isEmpty {
            while let limit,
                !Readiness.wait(for: output.results, .writing, milliseconds: limit.remainingMilliseconds)
            { try limit.check(waitingFor: "waiting for the reader of stdout") }
            // A pipe that can be written to takes this much at once (pipe(7), PIPE_BUF).
            let piece = limit == nil ? rest : rest.prefix(4096)
            do throws(SystemFailure) {
                try FileDescriptor.writeAll(output.results, UnsafeRawBufferPointer(rebasing: piece))
            } catch {
                if error.isBrokenPipe { ThisProcess.endOfBrokenPipe() }
                throw SystemCall.error("write to", "stdout", error)
            }
            rest = rest[piece.endIndex...]
        }
        OutputGuard.ends()
    }

    /// Writes what the user must know to answer a question; `--quiet` does not suppress it.
    func instruct(_ text: String) {
        tell("note", text)
        show(line(text.printable))
    }

    private func show(_ line: String) {
        if !stderrIsTerminal { unseen += letters.shown(line) + "\n" }
        say(line)
    }

    /// Returns the messages that a question on the terminal may be about, if a program or a file got them.
    func takeUnseen() -> String {
        defer { unseen = "" }
        return unseen
    }

    /// Writes the lines of a drawing unchanged.
    func draw(_ lines: [String]) {
        if messageAppearance.canRewrite { live.erase() }
        try? FileBytes.write(lines.map { $0 + "\n" }.joined(), to: output.messages, name: "stderr")
    }

    func mask(_ secret: SharedSecret) { known.learn(secret.copy()) }

    func shown(_ time: Timestamp) -> String { Self.text(time, nil, isTerminal: stderrIsTerminal) }

    /// Returns a time as results show it: to people by their own clock, to programs in UTC. The note stands in parentheses.
    func resultTime(_ time: Timestamp, _ note: String? = nil) -> String {
        Self.text(time, note, isTerminal: stdoutIsTerminal)
    }

    private static func text(_ time: Timestamp, _ note: String?, isTerminal: Bool) -> String {
        isTerminal ? ShownTime(time, now: SystemClock().now).text(note) : time.iso8601 + (note.map { " (\($0))" } ?? "")
    }

    /// Returns an error as it may be shown.
    func masked(_ error: FedauthError) -> FedauthError {
        var error = error
        error.message = known.masked(error.message)
        error.hint = error.hint.map(known.masked)
        error.causes = error.causes.map(known.masked)
        return error
    }

    /// Whether messages are coloured.
    var hasColoredMessages: Bool { messageAppearance.hasColor }

    /// Writes what a command did, for a person; nothing where a program reads the messages.
    func done(_ text: String) { if stderrIsTerminal { note(text) } }

    func note(_ text: String) { if !isQuiet { instruct(text) } }
    /// Says what is read when stdin is a terminal: otherwise the command seems to hang.
    func noteTerminalInput(_ text: String) { if Terminal.isTerminal(0) { note("reading from the terminal: " + text) } }
    func warning(_ text: String) {
        warnings.append(known.masked(text.printable))
        tell("warning", text)
        if !isQuiet { show(line(text.printable, "warning:", .notable)) }
    }

    /// Returns the object of a result on one line, with the warnings before it as its member `warnings`, if there were any.
    func jsonLine(_ value: JSONValue) -> Secret {
        guard case .object(let members) = value, !warnings.isEmpty else { return JSONValue.line(of: value) }
        let list = warnings.map { JSONValue.object([.init("message", .text($0))]) }
        return JSONValue.line(of: .object(members + [.init("warnings", .array(list))]))
    }
    func detail(_ text: String) { if isVerbose { say(line(text.printable)) } }

    /// Writes an error, its hint, and with `--verbose` the messages of the libraries.
    func failure(_ error: FedauthError) { for line in lines(of: error) { say(line) } }

    /// Returns the lines of an error message.
    func lines(of error: FedauthError) -> [String] {
        var lines = [line(error.message, "error:", .bad)]
        if let hint = error.hint { lines.append(line(hint, "hint:", .advice)) }
        return isVerbose ? lines + error.causes.map { line("  \($0)") } : lines
    }

    var showsWaits: Bool { messageAppearance.canRewrite && !isQuiet }

    func stillWaiting() { if showsWaits { live.show() } }
    func stillWaiting(until deadline: Deadline) {
        let left = deadline.remainingSeconds
        if showsWaits { live.show { "still waiting, \($0); ends in \(StatusLine.time(left)), Ctrl-C gives up" } }
    }
    /// Shows progress instead of the elapsed time.
    func progress(_ text: () -> String) {
        if showsWaits { live.show { _ in text() } }
    }
    func waitIsOver() { if showsWaits { live.end() } }

    /// Shows nothing while another wait is shown, which says more: a prompt's, or a transfer's progress.
    func stillWaiting(forServer host: String) {
        guard showsWaits, awaitsServer || !live.isRunning else { return }
        awaitsServer = true
        live.show(afterSeconds: 2) { "waiting for \(host.printable), \($0); Ctrl-C gives up" }
    }

    func serverAnswered() {
        if awaitsServer { waitIsOver() }
        awaitsServer = false
    }

    /// Returns a line of a message, without secrets, and broken at blanks where a narrow terminal shows it.
    private func line(_ text: String, _ label: String = "", _ color: Appearance.Color = .notable) -> String {
        let start = "fedauth: "
        let text = known.masked(label.isEmpty ? text : "\(label) \(text)")
        let width = stderrIsTerminal ? TextColumns.of(output.messages, environment) : nil
        let broken = width.map { String(TextColumns(width: $0).hanging(text, at: start.count).dropLast()) } ?? text
        guard !label.isEmpty, broken.hasPrefix(label) else { return start + broken }
        return start + messageAppearance.paint(label, color) + broken.dropFirst(label.count)
    }

    private func say(_ line: String) {
        if messageAppearance.canRewrite { live.erase() }
        // A closed stderr cannot be reported.
        try? FileBytes.write(letters.shown(line) + "\n", to: output.messages, name: "stderr")
    }
}

extension StandardStreams {
    /// Draws the QR code of an address for users with a telephone, if stderr is a terminal that is large enough.
    func drawCode(of address: String) {
        guard Terminal.isTerminal(output.messages), !letters.isASCII, let window = Terminal.size(of: output.messages),
            let code = try? QRCode(address)
        else { return }
        let drawing = QRDrawing(code: code, hasColor: hasColoredMessages)
        guard drawing.columns <= window.columns, drawing.lines.count < window.rows else { return }
        // Truncated lines, or other lines in between, would make the code unreadable.
        draw(drawing.lines)
    }
}
