internal import Core
internal import Secrets

/// An event in the browser's windows.
enum PageEvent {
    /// A request for a document, or to a server with a bound identity, is paused until fedauth answers.
    case asks(PageRequest)
    /// A server asks for a name and a password by HTTP authentication (RFC 9110 section 11); the request is paused.
    case asksForPassword(PageChallenge)
    /// The load `network` of a document, which `BrowserWindow.awaited` contains, was answered.
    case answers(Response, network: String)
    /// A window shows a document: a new one was committed, or the page changed its own address.
    case shows(session: String)
    /// The browser shows an error page instead of a document.
    case fails(FedauthError, address: String)
    /// A download arrived instead of a document, and is not saved.
    case refusesFile(session: String, address: String)
    /// A window was closed.
    case closes(session: String)
}
