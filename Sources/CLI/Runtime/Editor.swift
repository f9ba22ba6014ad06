import Core

/// The user's text editor: `VISUAL`, `EDITOR`, else `editor` (Debian's) or `vi`.
struct Editor {
    /// The command as the user set it; may contain options.
    let command: String
    private let search: ProgramSearch

    init(_ environment: Environment) throws(FedauthError) {
        let search = ProgramSearch(environment)
        self.search = search
        if let named = environment["VISUAL"] ?? environment["EDITOR"] {
            command = named
            return
        }
        guard let found = ["editor", "vi"].first(where: { search.path($0) != nil }) else {
            throw FedauthError(
                .other, "no editor was found", hint: "name one by VISUAL or EDITOR, such as EDITOR=nano")
        }
        command = found
    }

    /// Returns the command that edits the file at `path`, from `line` on if the editor supports `+LINE`.
    func arguments(_ path: String, line: Int) -> [String] {
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
