import Core

/// An option that is far too long to be one. The parser would look for a name that is near, letter by letter: with a word
/// of 100 kB for many seconds.
enum LongOption {
    private static let maximumBytes = 256

    /// Throws `usage`, in the words of one that is not known.
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
