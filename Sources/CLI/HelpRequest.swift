import ArgumentParser
import Core

/// Words for which the parser has help to show. It finds the `h` of `-h` in a name that begins with a dash too, and
/// passes over words that are no command: a script that wants an entry would get a page of text, and status 0.
struct HelpRequest {
    let words: [String]

    /// What is wrong with the words, although the parser takes them; nil when help is what they ask for.
    var mistake: FedauthError? {
        let asked = words.prefix { $0 == "help" }.isEmpty ? words : Array(words.drop { $0 == "help" })
        let path = asked.prefix(Invocation.commandPath(asked))
        if let word = asked.dropFirst(path.count).first, !word.hasPrefix("-"), Invocation.isGroup(path) {
            let name = (path + [word]).joined(separator: " ")
            return FedauthError(
                .usage, "there is no command '\(name.folded(to: 60))'", hint: Self.hint(words: asked, path: path))
        }
        let isTyped = words.first == "help" || Self.options(words).contains { ["-h", "--help"].contains($0) }
        guard !isTyped, let name = Self.dashedName(words), name.contains("h") else { return nil }
        return FedauthError(
            .usage, "unknown option '\(name.folded(to: 60))'", hint: Self.hint(words: words, path: path))
    }

    /// What to do next when `words` are not taken behind the command that `path` names.
    static func hint(words: [String], path: ArraySlice<String>) -> String {
        if Array(path) == [Exec.configuration.commandName ?? ""], !words.contains("--") { return Exec.hint }
        if let meant = Invocation.commandMeant(by: words, behind: path.count) { return "'\(meant)' was meant?" }
        let help = "see 'fedauth help\(path.map { " " + $0 }.joined())'"
        guard dashedName(words) != nil, !Invocation.isGroup(path) else { return help }
        return "put '--' before a name that begins with a dash; \(help)"
    }

    /// The first word that would be several options of one letter, or a name that begins with a dash.
    private static func dashedName(_ words: [String]) -> String? {
        options(words).first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.utf8.count > 2 }
    }

    /// The words in which options are looked for.
    private static func options(_ words: [String]) -> ArraySlice<String> { words.prefix { $0 != "--" } }
}
