import Core

/// `fedauth login`: runs the method of the profile. `Invocation` replaces it with that method's command, so that it
/// takes all options of that command.
struct Login: Command, Documented {
    static let examples: Examples = [
        "fedauth login mail": "Sign in to the profile 'mail', if its session has ended",
        "fedauth login --force": "Sign in again to the current profile",
    ]
    static let mainOptions: [String]? = [
        "user", "presenter", "headless", "password-file", "totp", "field", "force", "fresh", "min-validity", "cacert",
        "no-input", "json",
    ]
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in by the method of the profile.")

    var profile: String?
    var options = MethodOptions()

    mutating func declare(_ list: OptionList) {
        list.argument("profile", &profile, "The profile (default: the current one).", completion: .names(.profiles))
        list.group(&options)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        throw FedauthError(.usage, "no profile names a method", hint: "add one by 'fedauth profile add NAME URL'")
    }
}
