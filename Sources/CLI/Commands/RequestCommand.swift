import Application
import Core

/// `fedauth request`.
struct RequestCommand: ProfileCommand, Documented {
    static let examples: Examples = [
        "fedauth request https://service.example.org/api/items --expect application/json":
            "Load a page, and sign in if the service asks for it",
        "fedauth request https://service.example.org/api/items --data-json '{\"name\":\"new\"}' --fail":
            "Send JSON, with the X-CSRF-Token that the service may want",
        "fedauth request https://files.example.org/big.iso -o big.iso": "Fetch a file, which appears when it is whole",
    ]
    static let mainOptions: [String]? = [
        "request-method", "header", "data", "data-json", "upload-file", "output", "include", "location", "fail",
        "profile",
    ]
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Send a request, and sign in when the server asks for it.",
        discussion: """
            The request is sent with the existing session. If the server demands more, fedauth provides it: a \
            sign-in by SAML, user name and password, a client certificate, an X-CSRF-Token. Then it sends the \
            request again, with its content. It uses the profile for the address's origin, unless --profile \
            names another.
            """)

    var url = ""
    var profile: String?
    var request = RequestOptions()
    var content = ContentSettings()
    var answer = AnswerOptions()
    var options = MethodOptions()

    mutating func declare(_ list: OptionList) {
        list.argument("url", &url, "The address.")
        list.option(
            "profile", &profile, "name", "Sign in by this profile (default: the one for the address's origin).",
            completion: .names(.profiles))
        list.group("Request", &request)
        list.group("Content", &content)
        list.group("Answer", &answer)
        list.settings(&options)
    }

    var profileWord: String? { profile }

    /// Returns nil also where several profiles match: `run` chooses, because the store has to be read.
    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String? {
        if let profile { return profile }
        guard let origin = (try? WebURL(argument: url))?.origin else { return nil }
        let all = configuration.profiles(for: origin)
        return all.count > 1 ? nil : (all.first ?? configuration.enrollingProfile(for: origin))?.name
    }

    func run(in context: CommandContext) throws(FedauthError) {
        try checkIsNoProfile(context)
        let own = try ownProfile(in: context)
        var command = self
        if let own { command.options = try effectiveOptions(of: own, in: context) }
        try command.run(by: own, in: context)
    }

    /// Throws `usage` for the name of a profile in the place of the address. A host without dots may have that name, too.
    private func checkIsNoProfile(_ context: CommandContext) throws(FedauthError) {
        guard !CurrentProfile.isAddress(url), let named = try context.configuration().profile(url),
            !named.serviceAddresses.contains(where: { $0.host == url.lowercased() })
        else { return }
        throw FedauthError(
            .usage, "'\(url.folded(to: 60))' is a profile, and not an address",
            hint:
                "'fedauth request \(named.serviceAddresses.first?.description.shellWord ?? "URL") --profile \(url)' sends a request by it"
        )
    }

    private func run(by own: Profile?, in context: CommandContext) throws(FedauthError) {
        let url = try WebURL(argument: url)
        let destination = try RequestDestination(self, of: url, in: context)
        let settings = try settings(in: context)
        var command = self
        if let session = try session(named: profile ?? own?.name, for: url, in: context) {
            command.options.flow.network = options.flow.network.trusting(session)
        }
        let services = context.services(command.options.flow)
        let byOrigin = try SettingsByOrigin(
            url, profileName: profile, own: own, RequestCommandSettings(command.options, in: context), services)
        let run = RequestRun(services, settings, answer.statuses, byOrigin) { [command] (use) throws(FedauthError) in
            try command.network(use, ownProfile: profile ?? own?.name, for: byOrigin.named, in: context)
        }
        if let code = try run.run(to: destination) { throw alreadyReported(code) }
    }

    /// Returns the session of this address whose sign-in trusted certificates of its own; nil if options name some.
    private func session(
        named name: String?, for url: WebURL, in context: CommandContext
    ) throws(FedauthError) -> Session? {
        let network = options.flow.network
        guard network.authorities == nil, !network.isInsecure, url.scheme == .https else { return nil }
        let sessions = Sessions(try context.store(options.flow.storage), reporter: context.streams)
        for name in [name, url.host] {
            guard let name, let found = try sessions.named(name)?.session else { continue }
            if found.url.origin == url.origin { return found }
        }
        return nil
    }
}
