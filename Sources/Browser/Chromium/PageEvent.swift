internal import Core
internal import Secrets

/// What happens in the browser's windows.
enum PageEvent {
    /// A document, or something from a server that an identity is bound to, is about to be asked for, and waits for our
    /// word.
    case asks(PageRequest)
    /// A server asks for a name and a password by HTTP authentication (RFC 9110 section 11), and waits for our word.
    case asksForPassword(PageRequest, host: String)
    /// A document is shown in a window. The page within it has changed its address, or another one was committed.
    case shows(session: String)
    /// In place of a document the browser shows why there is none.
    case fails(FedauthError, address: String)
    /// Instead of a document a file came, which is not saved.
    case refusesFile(session: String, address: String)
    /// A window has gone.
    case closes(session: String)
}
