import Application
import Core

/// `fedauth passkey add`.
struct PasskeyAdd: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth passkey add https://account.example.org/security": "Sign in, and make the passkey, in a window",
        "fedauth passkey add https://account.example.org/security mail": "Begin with the cookies of the session 'mail'",
        "fedauth passkey add https://account.example.org/security --presenter remote":
            "On a machine without a display, through ssh",
    ]
    static let mainOptions: [String]? = ["browser", "cacert", "proxy", "timeout"]
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a passkey in a window, and keep it in the store.",
        discussion: """
            The window shows the address. Sign in there if the page asks, and let it make a passkey: fedauth answers \
            for the authenticator and stores the passkey at once. Close the window when the page says that the \
            passkey is registered.
            """)

    var address = ""
    var profile: String?
    var presenter: Place = .chromium

    /// The presenters that have a window.
    enum Place: String, OptionValue, CaseIterable {
        case chromium, remote
    }

    var browsing = BrowserSettings()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("url", &address, "The page of the account that makes passkeys.")
        list.argument(
            "profile", &profile, "The profile or session with whose cookies the window begins (default: none).",
            completion: .names(.sessions))
        list.option(
            "presenter", &presenter, "presenter",
            "Where the window is: 'chromium' (on this display) or 'remote' (in a browser on another machine).")
        list.settings("Browser", &browsing)
        list.settings("Network", &network)
    }

    var profileWord: String? { profile }

    /// Only a profile that is named applies: the address may be of another service than the current one.
    func profileName(in configuration: Core.Configuration, _ current: CurrentProfile) -> String? { profile }

    func run(in context: CommandContext) throws(FedauthError) {
        guard presenter != .remote || !context.global.noInput else {
            throw FedauthError(
                .inputNeeded, "the user makes the passkey in a window, and fedauth may not ask",
                hint: "'--no-input' is in force; leave it out")
        }
        let made = try PasskeyAddFlow(context.services(network, storage, browsing, isRemote: presenter == .remote)).run(
            address: address, session: profile)
        if let last = made.last { try context.report(last.json) }
    }
}
