/// The formats in which a session's cookies are exported.
public enum CookieFormat: String, CaseIterable, Sendable {
    /// For a shell to evaluate: `SessionVariables`.
    case shell
    /// For a program to read: `SessionVariables`, each followed by a NUL.
    case env
    /// For systemd to read: `SessionVariables`.
    case systemd
    /// A Netscape cookie file in one of its dialects.
    case netscape
    /// A Cookie field.
    case header
    /// All attributes of the cookies.
    case json
    /// Options for `curl -K`.
    case curl
    /// A session file of HTTPie.
    case httpie
    /// Playwright's storage state.
    case storageState = "storage-state"

    /// Whether the format produces a cookie file, as its text or in addition to it.
    public var hasCookieFile: Bool {
        switch self {
        case .shell, .env, .systemd, .netscape: true
        case .header, .json, .curl, .httpie, .storageState: false
        }
    }
}
