public import Application
public import ArgumentParser
import Core

/// The options that control when a login is needed, and how it is answered.
struct SignInOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user name.", valueName: "name"))
    var user: String?

    @Flag(help: "Read the password from stdin.")
    var passwordStdin = false

    @Option(help: ArgumentHelp("Read the password from this file.", valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(help: ArgumentHelp("Read the password from this descriptor.", valueName: "number"))
    var passwordFd: Int32?

    @Option(
        help: ArgumentHelp("Read the password from a shell command's output.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var passwordCommand: String?

    @Option(
        help: ArgumentHelp("Take the password from this entry of the store.", valueName: "entry"),
        completion: .entryNames)
    var passwordStore: String?

    @Option(
        help: ArgumentHelp(
            "Fill in one-time codes from this entry of the store. The entry is a key of kind totp.",
            valueName: "entry"),
        completion: .entryNames)
    var totp: String?

    @Option(
        help: ArgumentHelp(
            "Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or "
                + "text:VALUE. Repeat it for more fields.",
            valueName: "name=source"), completion: .fieldSources)
    var field: [String] = []

    @Option(
        help: ArgumentHelp(
            "Choose this identity provider where a service asks for one: its entity ID, or its name on the page's list.",
            valueName: "entity-id-or-name"))
    var idp: String?

    @Option(
        help: ArgumentHelp(
            "Begin the sign-in with the cookies of this file: JSON as 'export-cookies' writes it, a Netscape cookie file, or "
                + "the file or profile of a browser, of which those for '--allow-host' are read; '-' is stdin.",
            valueName: "file"), completion: .file())
    var cookies: String?

    @Flag(help: "Agree to consent pages, and tick their boxes.")
    var acceptConsent = false

    @Flag(help: "Tick boxes such as 'stay signed in' and 'trust this device', which are left empty otherwise.")
    var keepSignedIn = false

    @Flag(help: "Do not use the passkeys of the store: the browser asks for a security key or a passkey of its own.")
    var noPasskey = false

    @Flag(help: "Store a typed password after the sign-in has succeeded.")
    var remember = false

    @Option(
        help: ArgumentHelp(
            "How to show the login: 'form' (fills forms, asks on the terminal), 'chromium' (a separate browser), 'open' "
                + "(your browser, for a finish on this machine), 'remote' (a browser on another machine), 'exec:PROGRAM' "
                + "(your own program), 'none' (fail when a login is needed), or 'auto' (forms, and a browser for pages that "
                + "need one).",
            valueName: "presenter"), completion: .presenters)
    var presenter: PresenterChoice?

    @Option(
        help: ArgumentHelp(
            "Send a Kerberos ticket to servers that ask for one: 'auto' (if there is a ticket; an AD FS is made to ask if the "
                + "sign-in begins there; default), 'always' (to each AD FS, too, and fail if it is not accepted), 'never'.",
            valueName: "when"))
    var integrated: IntegratedSignIn.Wish?

    @Option(help: ArgumentHelp("Sign in again when the session ends within this time.", valueName: "time"))
    var minValidity: TimeLength?

    @Option(help: ArgumentHelp("Ask this address whether the session is valid.", valueName: "url"))
    var check: String?

    @Flag(help: "Sign in even when the session is still valid.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "The maximum age of the sign-in at the identity provider. With 0 and --force it asks for the password again.",
            valueName: "time"))
    var fresh: TimeLength?

    @Flag(help: "Fail with exit status 9 when another sign-in to the same profile is in progress.")
    var noWait = false

    /// The selected presenter.
    var wantedPresenter: PresenterChoice { presenter ?? .ours(.auto) }
}

extension IntegratedSignIn.Wish: ExpressibleByArgument {}

extension PresenterName: ExpressibleByArgument {}

extension PresenterChoice: ExpressibleByArgument {
    /// The values, for help and completion.
    public static var allValueStrings: [String] { PresenterName.allValueStrings + [prefix + "PROGRAM"] }
}
