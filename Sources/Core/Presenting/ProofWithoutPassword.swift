/// What signed the user in without an answer of `LoginAnswers`.
public enum ProofWithoutPassword: Sendable {
    /// A server accepted the user's Kerberos ticket.
    case kerberosTicket
    /// A server may have got the user's Kerberos ticket from a browser, which does not tell.
    case possibleTicket
    /// A passkey of the store.
    case passkey
    /// The user, in the window of a browser.
    case userInWindow

    /// Why no password was used, for messages.
    var reason: String {
        switch self {
        case .kerberosTicket: "a Kerberos ticket signed in"
        case .possibleTicket: "no page asked for it"
        case .passkey: "a passkey signed in"
        case .userInWindow: "the sign-in went on in the window"
        }
    }
}
