import Application
import Core

/// The options of a sign-in with pages: when a login is needed, and how it is answered.
struct SignInOptions: OptionGroup {
    var credentials = CredentialOptions()
    var questions = QuestionOptions()
    var idp: String?
    var cookies: String?
    var acceptConsent = false
    var keepSignedIn = false
    var noPasskey = false
    var presenter: PresenterChoice?
    var remotePort: UInt16?
    var integrated: IntegratedSignIn.Wish?
    var fresh: TimeLength?
    var checking = CheckOptions()
    var reuse = ReuseOptions()

    mutating func declare(_ list: OptionList) {
        list.group(&credentials)
        list.group(&questions)
        list.option(
            "idp", &idp, "entity-id-or-name",
            "Choose this identity provider where a service asks for one: its entity ID, or its name on the page's list."
        )
        list.option(
            "cookies", &cookies, "file",
            "Begin the sign-in with the cookies of this file: JSON as 'export-cookies' writes it, a Netscape cookie file, "
                + "or the file or profile of a browser, of which those for '--allow-host' are read; '-' is stdin.",
            completion: .file)
        list.flag("accept-consent", &acceptConsent, "Agree to consent pages, and tick their boxes.")
        list.flag(
            "keep-signed-in", &keepSignedIn,
            "Tick boxes such as 'stay signed in' and 'trust this device', which are left empty otherwise.")
        list.flag(
            "no-passkey", &noPasskey,
            "Do not use the passkeys of the store: the browser asks for a security key or a passkey of its own.")
        list.option(
            "presenter", &presenter, "presenter",
            "How to show the login: 'form' (fills forms, asks on the terminal), 'chromium' or 'firefox' (a separate "
                + "browser), 'open' (your browser, for a finish on this machine), 'remote' (a browser on another machine), "
                + "'exec:PROGRAM' (your own program), 'none' (fail when a login is needed), or 'auto' (forms, and a "
                + "browser for pages that need one).", completion: .names(.presenters))
        list.option(
            "remote-port", &remotePort, "number",
            "The port of this machine's loopback address that '--presenter remote' listens on (default: a free one).")
        list.option(
            "integrated", &integrated, "when",
            "Send a Kerberos ticket to servers that ask for one: 'auto' (if there is a ticket; an AD FS is made to ask if "
                + "the sign-in begins there; default), 'always' (to each AD FS, too, and fail if it is not accepted), "
                + "'never'.")
        list.option(
            "fresh", &fresh, "time",
            "The maximum age of the sign-in at the identity provider. With 0 and --force it asks for the password again."
        )
        list.group(&checking)
        list.group(&reuse)
    }

    /// The selected presenter.
    var wantedPresenter: PresenterChoice { presenter ?? .ours(.auto) }
}

extension IntegratedSignIn.Wish: OptionValue {}

extension PresenterName: OptionValue {}

extension PresenterChoice: OptionValue {
    static var choices: [String] { PresenterName.choices + [prefix + "PROGRAM"] }
    var recorded: Profile.Setting.Value { .text(description) }
}
