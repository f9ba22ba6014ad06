import Application
import Core

/// The options of a sign-in with pages: when a login is needed, and how it is answered.
extension SignInSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        declareCredentials(list)
        declareAnswers(list)
        list.option(
            "idp", &identityProvider, "entity-id-or-name",
            "Choose this identity provider where a service asks for one: its entity ID, or its name on the page's list."
        )
        list.option(
            "cookies", &cookies, "file",
            "Begin the sign-in with the cookies of this file: JSON as 'export-cookies' writes it, a Netscape cookie file, "
                + "or the file or profile of a browser, of which those for '--allow-host' are read; '-' is stdin.",
            completion: .file)
        list.flag("accept-consent", &acceptsConsent, "Agree to consent pages, and tick their boxes.")
        list.flag(
            "keep-signed-in", &keepsSignedIn,
            "Tick boxes such as 'stay signed in' and 'trust this device', which are left empty otherwise.")
        list.flag(
            "no-passkey", clears: &usesPasskeys,
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
        declareCheck(list)
        declareReuse(list)
    }

    /// The user name and the source of the password.
    mutating func declareCredentials(_ list: OptionList) {
        // Only Digest takes a colon, and then the password has a source of its own.
        let form: SettingText? = user == nil || password.isNamed ? nil : .userName
        list.option("user", &user, "name", "The user name.", form: form)
        list.flag("password-stdin", &password.isStdin, "Read the password from stdin.")
        list.option("password-file", &password.file, "file", "Read the password from this file.", completion: .file)
        list.option("password-fd", &password.descriptor, "number", "Read the password from this descriptor.")
        list.option(
            "password-command", &password.command, "command", "Read the password from a shell command's output.",
            completion: .command)
        list.option(
            "password-store", &password.entry, "entry", "Take the password from this entry of the store.",
            completion: .names(.entries))
        list.flag("empty-password", &password.isEmpty, "Send no password: some services take a key as the user name.")
        list.flag(
            "send-refused", &sendsRefused,
            "Send the password although the server has refused it before (otherwise status 3).", mustBeTyped: true)
    }

    /// The answers to what a login asks besides user name and password, and whether a typed password is kept.
    mutating func declareAnswers(_ list: OptionList) {
        list.option(
            "totp", &oneTimeCodeEntry, "entry",
            "Fill in one-time codes from this entry of the store. The entry is a key of kind totp.",
            completion: .names(.entries), form: .codeEntry)
        list.option(
            "field", &fields, "name=source",
            "Fill a field of the login. SOURCE is env:VAR, file:PATH, fd:N, store:ENTRY, totp:ENTRY, command:CMD or "
                + "text:VALUE. Repeat it for more fields.", completion: .names(.fieldSources), form: .field)
        list.flag("remember", &remembersPassword, "Store a typed password after the sign-in has succeeded.")
    }

    /// The address that shows whether a session is valid.
    mutating func declareCheck(_ list: OptionList) {
        list.option("check", &check, "url", "Ask this address whether the session is valid.", form: .address)
    }

    /// When an existing session or certificate is enough.
    mutating func declareReuse(_ list: OptionList) {
        list.option("min-validity", &minimumValidity, "time", "Sign in again when the session ends within this time.")
        list.flag("force", &isForced, "Sign in even when the session is still valid.")
        list.flag(
            "no-wait", clears: &waits,
            "Fail with exit status 9 when another sign-in to the same profile is in progress.")
    }
}

extension IntegratedSignIn.Wish: OptionValue {}

extension PresenterName: OptionValue {}

extension PresenterChoice: OptionValue {
    static var choices: [String] { PresenterName.choices + [prefix + "PROGRAM"] }
    var recorded: Profile.Setting.Value { .text(description) }
}
