public import Application
public import ArgumentParser
import Core

/// The options of a sign-in with pages: when a login is needed, and how it is answered.
struct SignInOptions: ParsableArguments {
    @OptionGroup var credentials: CredentialOptions
    @OptionGroup var questions: QuestionOptions

    @Option(
        "entity-id-or-name",
        "Choose this identity provider where a service asks for one: its entity ID, or its name on the page's list.")
    var idp: String?

    @Option(
        "file",
        "Begin the sign-in with the cookies of this file: JSON as 'export-cookies' writes it, a Netscape cookie file, "
            + "or the file or profile of a browser, of which those for '--allow-host' are read; '-' is stdin.",
        completion: .file())
    var cookies: String?

    @Flag(help: "Agree to consent pages, and tick their boxes.")
    var acceptConsent = false

    @Flag(help: "Tick boxes such as 'stay signed in' and 'trust this device', which are left empty otherwise.")
    var keepSignedIn = false

    @Flag(help: "Do not use the passkeys of the store: the browser asks for a security key or a passkey of its own.")
    var noPasskey = false

    @Option(
        "presenter",
        "How to show the login: 'form' (fills forms, asks on the terminal), 'chromium' or 'firefox' (a separate "
            + "browser), 'open' (your browser, for a finish on this machine), 'remote' (a browser on another machine), "
            + "'exec:PROGRAM' (your own program), 'none' (fail when a login is needed), or 'auto' (forms, and a "
            + "browser for pages that need one).", completion: .presenters)
    var presenter: PresenterChoice?

    @Option(
        "number",
        "The port of this machine's loopback address that '--presenter remote' listens on (default: a free one).")
    var remotePort: UInt16?

    @Option(
        "when",
        "Send a Kerberos ticket to servers that ask for one: 'auto' (if there is a ticket; an AD FS is made to ask if "
            + "the sign-in begins there; default), 'always' (to each AD FS, too, and fail if it is not accepted), "
            + "'never'.")
    var integrated: IntegratedSignIn.Wish?

    @Option(
        "time",
        "The maximum age of the sign-in at the identity provider. With 0 and --force it asks for the password again.")
    var fresh: TimeLength?

    @OptionGroup var checking: CheckOptions
    @OptionGroup var reuse: ReuseOptions

    /// The selected presenter.
    var wantedPresenter: PresenterChoice { presenter ?? .ours(.auto) }
}

extension IntegratedSignIn.Wish: ExpressibleByArgument {}

extension PresenterName: ExpressibleByArgument {}

extension PresenterChoice: ExpressibleByArgument {
    /// The values, for help and completion.
    public static var allValueStrings: [String] { PresenterName.allValueStrings + [prefix + "PROGRAM"] }
}
