import Application

/// What the user's locale can show of fedauth's own words. Names and addresses of users and servers are never changed.
struct LocaleLetters {
    /// Whether the locale is set to one without letters beyond ASCII.
    let isASCII: Bool

    /// Reads the variables (POSIX, Base Definitions 8.2: the first that is not empty decides).
    init(_ environment: Environment) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        isASCII = locale == "C" || locale == "POSIX"
    }

    /// Returns fedauth's words in letters that the locale has.
    func shown(_ text: String) -> String {
        isASCII ? text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...") : text
    }
}
