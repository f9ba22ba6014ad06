import Application
import Core

/// The options of a sign-in by HTTP authentication.
extension BasicSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.resource(&resource)
        list.group(&challenge)
        list.option("store-name", &storeName, "name", "Keep and look up the password in this named part of the store.")
    }
}

/// The options that select the HTTP challenge to answer, and how.
extension BasicSignIn.Options: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "scheme", &scheme, "scheme",
            "Answer only this scheme: 'basic', 'digest' or 'negotiate' (default: the strongest that is offered).")
        list.option(
            "charset", &charset, "charset",
            "The encoding of letters beyond ASCII: 'utf-8' (default) or 'iso-8859-1' (Latin-1, for old servers).")
    }
}

/// The schemes that a user name and a password, or a ticket, answer.
extension AuthenticationScheme: OptionValue {
    static var choices: [String] { [basic, digest, negotiate].map(\.rawValue) }

    init?(argument: String) {
        guard Self.choices.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}

extension CredentialCharset: OptionValue {}
