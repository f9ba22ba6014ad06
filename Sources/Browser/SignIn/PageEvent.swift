internal import Core

/// An event in the browser's windows.
enum PageEvent {
    /// A request for a document, or to a server with a bound identity, is paused until fedauth answers.
    case asks(PageRequest)
    /// A server asks for a name and a password by HTTP authentication (RFC 9110 section 11); the request is paused.
    case asksForPassword(PageChallenge)
    /// The load `network` of a document, which `BrowserWindow.awaited` contains, was answered.
    case answers(Response, network: String)
    /// An answer to the request of a document sets cookies that the browser does not keep.
    case refuses(cookies: [(name: String, why: CookieJar.Refusal)], of: Origin)
    /// A window shows a document: a new one was committed, or the page changed its own address.
    case shows(session: String)
    /// The browser shows an error page instead of a document.
    case fails(FedauthError, address: String)
    /// A download arrived instead of a document, and is not saved.
    case refusesFile(session: String, address: String)
    /// A window was closed.
    case closes(session: String)
}

extension Response {
    /// Takes a field that a sign-in needs of a browser's answer: its challenges, its type, its policy, and when a busy server is
    /// asked again. The browser joins fields of one name by line breaks.
    mutating func add(_ name: String, _ value: String?) {
        let name = name.lowercased()
        let wanted =
            ["www-authenticate", "content-type", "content-security-policy", "retry-after"] + GlobalProtectAnswer.fields
        guard let value, wanted.contains(name) else { return }
        headers += value.split(separator: "\n").map { (name, String($0)) }
    }
}
