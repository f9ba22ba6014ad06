public import Core
public import System

/// The user's text editor: `VISUAL`, `EDITOR`, else `editor` (Debian's) or `vi`.
public struct Editor {
    /// The command as the user set it; may contain options.
    let command: String
    private let search: ProgramSearch

    /// Chooses the editor. Throws `error` when there is none.
    public init(_ environment: Environment) throws(FedauthError) {
        let search = ProgramSearch(environment)
        self.search = search
        if let named = environment["VISUAL"] ?? environment["EDITOR"] {
            command = named
            return
        }
        guard let found = ["editor", "vi"].first(where: { search.path($0) != nil }) else {
            throw FedauthError(.other, "no editor was found", hint: "name one by VISUAL or EDITOR, such as EDITOR=nano")
        }
        command = found
    }

    /// Opens a file and waits for the end of the editor. Throws `program-failed` unless its status is 0.
    public func edit(_ path: String, line: Int, in foreground: borrowing ForegroundProgram) throws(FedauthError) {
        let end: ProcessEnd
        do throws(SystemFailure) {
            end = try foreground.run(arguments(path, line: line))
        } catch {
            throw error.function == "waitpid"
                ? SystemCall.error("wait for", command, error)
                : SystemCall.error("start", command, error, hint: "VISUAL or EDITOR names the editor")
        }
        // Ctrl-C in an editor that does not handle it means that the user gives up.
        guard end.isSuccess else {
            throw FedauthError(
                end.isInterrupt ? .cancelled : .programFailed, "'\(command.folded(to: 100))' ended with \(end)")
        }
    }

    /// Returns the command that edits the file at `path`, from `line` on if the editor supports `+LINE`.
    private func arguments(_ path: String, line: Int) -> [String] {
        let file = (takesLine && line > 1 ? ["+\(line)"] : []) + [path]
        let words = command.split(separator: " ").map(String.init)
        // Without a shell between, a signal reaches the editor directly.
        let isPlain = command.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                || " /._+-=,:".unicodeScalars.contains(scalar)
        }
        if isPlain, let first = words.first, !first.contains("=") { return words + file }
        return ["/bin/sh", "-c", command + " \"$@\"", command] + file
    }

    private static let knowingLines: Set<String> = [
        "vi", "vim", "nvim", "gvim", "nano", "emacs", "emacsclient", "pico", "micro", "mg", "joe", "mcedit",
    ]

    private var takesLine: Bool {
        guard let word = command.split(separator: " ").first.map(String.init) else { return false }
        // 'editor' is a link to a link to the editor, which may be called vim.basic.
        let file = search.path(word).flatMap(FileNames.resolved) ?? word
        return [word, file].contains { name in
            Self.knowingLines.contains(String(FileNames.base(of: name).prefix { $0 != "." }))
        }
    }
}
