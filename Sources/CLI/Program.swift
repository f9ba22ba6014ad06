import Application
import CPOSIX
import Core
import Glibc
import System

/// The program: parses the words of the command line and returns an exit status.
public struct Program {
    let words: [String]
    let environment: Environment

    /// Runs the command that the words of this process name, on a sufficiently large stack: the stack limit (`ulimit
    /// -s`) may be lower than the program and its libraries need.
    public static func run() -> Int32 { cposix_run_with_stack { Program.run(ArgumentBytes.words) } }

    /// Runs the command that `arguments` (including the program's name) name. Hardens the process first: opens missing
    /// standard streams, disables core dumps and access by other processes, creates files as private, and restores the
    /// terminal after every signal.
    public static func run(_ arguments: [String]) -> Int32 {
        let words = CommonMistakes.understood(InvocationName.words(arguments))
        // Captured first, because the user's command must get the same environment.
        let isExec = words.first == Exec.name
        cposix_image_capture(isExec)
        cposix_reserve_streams()
        cposix_harden()
        umask(0o077)
        cposix_guard_install()
        let environment = Environment.capture()
        let program = Program(words: words, environment: environment)
        // A guess until the words are parsed; a closer look here would take longer than parsing.
        ExportCookies.guardOutput(Invocation.failsForShell(words) ? Shell.sh.failure : nil)
        do throws(FedauthError) {
            try ArgumentBytes.check(isExec: isExec)
            try environment.check()
        } catch { return program.fail(error, before: nil) }
        if let request = CompletionRequest(words, environment: program.environment) { return request.answer() }
        if let topic = HelpRequest(words: words).topic, let page = topic.page {
            page.show(orPrint: topic.text(columns: .ofTerminal(environment)), environment)
        }
        return words == ["--version"] ? program.show { Version.line + "\n" } : program.run()
    }

    /// Runs the command in the process as it is, and returns its exit status.
    func run() -> Int32 {
        let request = HelpRequest(words: words)
        if request.isPlain { return show(request, instead: nil) }
        let ready: Invocation.Ready
        do {
            if let command = try Invocation.background(words) {
                try command.run()
                return Int32(ExitStatus.done.number)
            }
            ready = try Invocation(environment: environment).prepare(words)
        } catch let error as FedauthError {
            return fail(error, before: nil)
        } catch { return answer(error) }
        // The doctor reports these warnings as a check.
        if !(ready.command is Doctor) {
            for warning in ready.context.directories.warnings { ready.context.streams.warning(warning) }
        }
        // Most environments have none, and a prompt runs a command each time.
        for name in environment.ownNames.sorted() {
            if let warning = FamiliarSettings.warning(ofVariable: name) { ready.context.streams.warning(warning) }
        }
        ready.context.sweep()
        do throws(FedauthError) {
            try ready.command.run(in: ready.context)
            ready.context.refused.settle()
            ready.context.networks.endTraces(nil)
            return Int32(ExitStatus.done.number)
        } catch { return fail(error, before: ready) }
    }

    /// Prints a text that needs no command.
    private func show(_ text: () throws(FedauthError) -> String) -> Int32 {
        do throws(FedauthError) {
            let streams = StandardStreams(guessing: words, environment)
            try streams.result(streams.letters.shown(try text()))
            return Int32(ExitStatus.done.number)
        } catch { return fail(error, before: nil) }
    }

    /// Shows what the words request in place of a command, and reports a mistake in them.
    private func answer(_ error: any Error) -> Int32 {
        do throws(FedauthError) {
            if CommandWords(words.prefix(1)).path.isEmpty { try ExternalCommand.run(words, in: environment) }
        } catch { return fail(error, before: nil) }
        guard let mistake = error as? Mistake else {
            return show(HelpRequest(words: words), instead: error as? WordRequest)
        }
        let hint = Hint(words: words, mistake: mistake) { name in
            ExternalCommand.isProfile(name, words, environment)
        }
        return fail(FedauthError(.usage, hint.complaintInstead ?? mistake.what, hint: hint.text), before: nil)
    }

    /// Shows the requested help, or the version.
    private func show(_ request: HelpRequest, instead other: WordRequest?) -> Int32 {
        show { () throws(FedauthError) in
            if let mistake = request.mistake {
                if let alias = try ExternalCommand.help(words, in: environment) { return alias }
                throw mistake
            }
            let text = request.text(columns: .ofTerminal(environment))
            if let file = request.file {
                StandardStreams(guessing: words, environment).note("for '~/\(file)':")
            }
            if let text, request.isLong, Terminal.isTerminal(environment.output.results), Pager(environment).show(text)
            {
                return ""
            }
            return text ?? (other == .version ? version : "")
        }
    }

    /// The text of `--version`.
    private var version: String {
        words.prefix { $0 != "--" }.contains("--json") ? BuildReport().json.lineText : Version.line + "\n"
    }

    private func fail(_ error: FedauthError, before ready: Invocation.Ready?) -> Int32 {
        let error = explained(error)
        ready?.context.refused.settle()
        ready?.context.networks.endTraces(error)
        let typed = Array(words.prefix { $0 != "--" })
        let streams = ready?.context.streams ?? StandardStreams(guessing: typed, environment)
        let isJSON = ready?.context.global.json ?? typed.contains("--json")
        let text = shellFailure(ready)
        // An error without a message has been reported by the command itself.
        if !error.message.isEmpty {
            streams.failure(error)
            // A shell that evaluates the output cannot use a JSON object.
            if isJSON, text == nil { try? streams.result(streams.jsonLine(["error": streams.masked(error).json])) }
        }
        if let text, !streams.stdoutIsTerminal {
            let isBehindPart = OutputGuard.isPartial
            try? streams.result((isBehindPart ? ";" : "") + text)
        }
        return Int32(error.code.status.number)
    }

    /// Adds that variables of other programs, which name certificates to trust, are not used, and advice for a verb in the
    /// place of a name.
    private func explained(_ error: FedauthError) -> FedauthError {
        let error = error.code == .notFound ? Hint(words: words).advised(error) : error
        let unused = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].filter { environment[$0] != nil }
        guard error.code == .tls, let hint = error.hint, hint.contains("--cacert"), !unused.isEmpty else {
            return error
        }
        let verb = unused.count == 1 ? "is" : "are"
        return error.hinting(also: "\(unused.joined(separator: " and ")) \(verb) set, and not used")
    }

    /// Returns `false;` for a command whose output a shell was about to evaluate.
    private func shellFailure(_ ready: Invocation.Ready?) -> String? {
        if let ready { return (ready.command as? ExportCookies)?.failureText(isJSON: ready.context.global.json) }
        let words = CommandWords(words)
        return words.type == ExportCookies.self ? ExportCookies.failureText(words) : nil
    }
}
