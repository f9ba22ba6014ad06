import Core

/// Detects a word that is too long to be an option. The parser would compare it with all option names letter by letter;
/// for a word of 100 kB this takes many seconds.
enum LongOption {
    private static let maximumBytes = 256

    /// Throws `usage`, with the message for an unknown option.
    static func check(_ words: [String]) throws(FedauthError) {
        let isSuspicious = words.prefix { $0 != "--" }.contains { word in
            word.hasPrefix("-") && word.prefix { $0 != "=" }.utf8.count > maximumBytes
        }
        guard isSuspicious, let option = CommandWords(words).unknownOption, option.utf8.count > maximumBytes else {
            return
        }
        throw FedauthError(.usage, "unknown option '\(option.folded(to: 60))'", hint: Hint(words: words).text)
    }
}
