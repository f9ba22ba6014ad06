import Core
import Glibc

/// The user's text editor: `VISUAL`, `EDITOR`, else `editor` (Debian's) or `vi`.
struct Editor {
    /// As it was named; may have options of its own.
    let command: String
    private let searchPath: String

    init(_ environment: Environment) throws(FedauthError) {
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        if let named = environment["VISUAL"] ?? environment["EDITOR"] {
            command = named
            return
        }
        let path = searchPath
        guard let found = ["editor", "vi"].first(where: { Self.find($0, in: path) != nil }) else {
            throw FedauthError(
                .other, "no editor was found", hint: "name one by VISUAL or EDITOR, such as EDITOR=nano")
        }
        command = found
    }

    /// What is run to edit the file at `path`, from `line` on where the editor knows `+LINE`.
    func arguments(_ path: String, line: Int) -> [String] {
        let file = (takesLine && line > 1 ? ["+\(line)"] : []) + [path]
        let words = command.split(separator: " ").map(String.init)
        // Without a shell between, a signal reaches the editor itself.
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
        let file = Self.find(word, in: searchPath).flatMap(Self.resolved) ?? word
        return [word, file].contains { name in
            Self.knowingLines.contains(String(FileNames.base(of: name).prefix { $0 != "." }))
        }
    }

    /// Where a program is.
    private static func find(_ name: String, in path: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
