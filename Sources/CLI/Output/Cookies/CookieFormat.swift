import ArgumentParser

/// The ways to hand out a session's cookies.
enum CookieFormat: String, ExpressibleByArgument, CaseIterable {
    /// What a shell evaluates: `SessionVariables`.
    case shell
    /// What a program reads: `SessionVariables`, each ended by a NUL.
    case env
    /// What systemd reads: `SessionVariables`.
    case systemd
    /// A Netscape cookie file in one of its dialects.
    case netscape
    /// A Cookie field.
    case header
    /// All that is known of them.
    case json
    /// Options for `curl -K`.
    case curl
    /// A session file of HTTPie.
    case httpie
    /// Playwright's storage state.
    case storageState = "storage-state"

    /// Whether a cookie file comes of it, as the text itself or beside it.
    var hasCookieFile: Bool {
        switch self {
        case .shell, .env, .systemd, .netscape: true
        case .header, .json, .curl, .httpie, .storageState: false
        }
    }
}
