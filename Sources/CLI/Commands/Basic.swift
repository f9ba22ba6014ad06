import Application
import Core

/// `fedauth basic`.
struct Basic: Command, Documented {
    static let examples: Examples = [
        "fedauth basic https://files.example.org/ --user ada":
            "Sign in by user name and password, which is asked for once and then kept",
        "fedauth export-headers files.example.org | curl -H @- https://files.example.org/":
            "Use it with another program",
        "fedauth basic https://intranet.example.org/ --scheme negotiate": "Sign in by a Kerberos ticket only",
        "fedauth basic https://files.example.org/ --user ada --password-file ~/.secrets/files --no-store":
            "Test a password, and keep nothing",
    ]
    static let mainOptions: [String]? = [
        "user", "password-file", "password-command", "scheme", "realm", "no-store", "check", "force", "cacert",
        "no-input",
    ]
    static let configuration = CommandConfiguration(
        commandName: "basic", abstract: "Sign in by HTTP: Basic, Digest, or a Kerberos ticket.",
        discussion: """
            fedauth requests the address, and answers the strongest scheme that it offers: Negotiate when there \
            is a Kerberos ticket, Digest, then Basic. User name and password come from the options, else from \
            the store, else from you. If the server accepts them, they are kept for that origin and realm and \
            used from then on; if it refuses them, they are deleted.
            """)

    var service: String?
    var basic = BasicSettings()
    var flow = PagelessFlowOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-url", &service, "A profile, or the address that asks (default: the current profile).",
            completion: .names(.profiles))
        list.settings("Challenge", &basic)
        list.settings("Challenge") { list.realm(&basic.challenge.realm) }
        list.settings(&flow)
        list.settings("Sign-in") { flow.signIn.declareCheck(list) }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var basic = basic
        basic.keepsSession = flow.storage.isKept
        let outcome = try BasicFlow(context.services(flow.network, flow.storage), basic, flow.signIn)
            .run(service: service)
        // With '--no-store' there is no session whose end could be reported.
        guard basic.keepsSession || context.global.json else { return }
        try context.report(outcome, store: try context.store(flow.storage))
    }
}
