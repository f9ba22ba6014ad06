import Application
import Core

/// `fedauth profile add`.
struct ProfileAdd: Command, Documented {
    static let examples: Examples = [
        "fedauth profile add wiki https://wiki.example.org/": "Look at the service, and ask for the rest",
        "fedauth profile add mail https://mail.example.org/ --finish https://mail.example.org/inbox":
            "A service with SAML",
        "fedauth profile add mobile --sap https://mobile.example.org --user ada": "SAP mobile services",
    ]
    static let mainOptions: [String]? = [
        "try", "method", "finish", "user", "remember", "totp", "field", "sap", "profile-code", "cacert",
    ]
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a profile into the configuration file.",
        discussion: """
            On a terminal, with no options that say how to sign in, fedauth looks at the address, says what it \
            asks for, and asks for the rest. Every option given here becomes a setting of the same name, except \
            --try and the options of every command. 'fedauth profile edit' changes an existing profile.
            """)

    var name = ""
    var url: String?
    var method = MethodName.usual
    var tries = false
    var options = MethodOptions()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The profile's name.")
        list.argument("url", &url, "The address where the sign-in begins, or of the server for 'adfs' and 'sls'.")
        list.option("method", &method, "method", "How to sign in.")
        list.flag("try", &tries, "Sign in once, to try the profile.")
        list.group(&options)
    }

    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        var add = self
        if let option = optionOfOAuth, let oauth = MethodName(argument: SignInMethodName.oauth.rawValue) {
            add.method = oauth
            context.streams.note("the method is 'oauth', which '--\(option)' belongs to")
        } else if isOpen, ProfileGuide.isWanted(context) {
            try ProfileGuide(context).complete(&add)
        }
        try add.write(context)
        if add.tries { try add.signIn(context) }
    }

    /// An option that only OAuth has, where the method is not named. An exchange for a platform has a client, too.
    private var optionOfOAuth: String? {
        let given = givenSettings.map(\.key)
        guard method.name == MethodName.usual.name, !given.contains(where: { $0.hasPrefix("exchange") }) else {
            return nil
        }
        let own = OAuthSettings.arguments.map(\.name) + ["client-id"]
        return given.first { own.contains($0) }
    }

    /// Whether the options say nothing about how to sign in.
    private var isOpen: Bool {
        let about = Set(
            NetworkSettings.arguments.map(\.name) + StoreSettings.arguments.map(\.name) + ["user", "remember"])
        return method.name == MethodName.usual.name && givenSettings.allSatisfy { about.contains($0.key) }
    }

    /// What concerns one sign-in: with `--try` that one, and not the profile.
    private static let ofTrial = ["trace", "no-store"]

    private func signIn(_ context: CommandContext) throws(FedauthError) {
        let global = context.global
        var words = ["login", name, "--color=\(global.color.rawValue)"]
        words += global.config.map { ["--config", $0] } ?? []
        for (isGiven, option) in [
            (global.noInput, "--no-input"), (global.quiet, "--quiet"), (global.verbose, "--verbose"),
            (global.json, "--json"),
        ] where isGiven { words.append(option) }
        for setting in givenSettings where Self.ofTrial.contains(setting.key) {
            words.append("--\(setting.key)" + (setting.key == "trace" ? "=" + (setting.values.first?.word ?? "") : ""))
        }
        do {
            let ready = try Invocation(environment: context.environment).prepare(words)
            try ready.context.endingTraces { () throws(FedauthError) in try ready.command.run(in: ready.context) }
        } catch let error as FedauthError {
            if let end = error.finish, ProfileGuide.isWanted(context), try ProfileGuide(context).isEnd(end) {
                let finish = Profile.Setting(key: "finish", values: [.text(end.origin.description + end.path)])
                _ = try context.configurationFile.change(
                    name, setting: [finish], removing: [], ConfigurationValidator())
                return try signIn(context)
            }
            throw error.hinting(also: "the profile is written: 'fedauth profile edit \(name.shellWord)' changes it")
        } catch { throw FedauthError(.usage, "the profile '\(name.folded(to: 60))' cannot be tried") }
    }

    private func write(_ context: CommandContext) throws(FedauthError) {
        let settings =
            [Profile.Setting(key: "method", values: [.text(method.name)])] + (try address())
            + settingsForFile.filter { !tries || !Self.ofTrial.contains($0.key) }
        let profile = Profile(name: name, settings: settings)
        try context.configurationFile.add(profile, ConfigurationValidator())
        try context.report(profile.json())
        let signIn = method.name == SignInMethodName.sls.rawValue ? "sls enroll" : "login"
        context.streams.note(
            "added '\(name)' to \(context.configurationFile.path); 'fedauth \(signIn) \(name)' signs in")
        guard signIn == "login", let place = profile.serviceAddresses.first else { return }
        let word = name.shellWord
        guard profile.text("finish-token") == nil else {
            context.streams.done("the token: fedauth token \(word)")
            guard place.isSignInOfAWS else { return }
            return context.streams.done("AWS's programs: credential_process = fedauth credential aws \(word)")
        }
        context.streams.done("a page: fedauth request \(place.description.shellQuoted) --profile \(word)")
        context.streams.done(
            method.name == SignInMethodName.oauth.rawValue
                ? "the token: fedauth token \(word), or fedauth export-headers \(word) | curl -H @- "
                    + place.description.shellQuoted
                : "the shell: eval $(fedauth export-cookies \(word))")
        context.streams.done(
            "cron: fedauth request \(place.description.shellQuoted) --profile \(word) --no-input --fail -o FILE")
    }

    /// Returns the argument's address as the setting of the method. Throws `usage` when there is no address at all.
    private func address() throws(FedauthError) -> [Profile.Setting] {
        guard let method = SignInMethodName(rawValue: method.name) else { return [] }
        // Beside the issuer, the resource is what the token is for.
        let given = givenSettings.first {
            method.serverSettings.contains($0.key)
                && (url == nil || method != .oauth || $0.key == method.addressSetting)
        }
        guard let url else {
            guard given == nil else { return [] }
            throw FedauthError(
                .usage, "the profile '\(name.folded(to: 60))' names no address",
                hint: name.contains("://")
                    ? "a name comes first: 'fedauth profile add NAME \(name.folded(to: 200).shellWord)'"
                    : "add the one where the sign-in begins: 'fedauth profile add \(name.folded(to: 60).shellWord) https://…'"
            )
        }
        if let given {
            throw FedauthError(
                .usage, "there are two addresses: '\(url.folded(to: 200))' and that of '--\(given.key)'",
                hint: "leave one of them out")
        }
        _ = try WebURL(argument: url)
        return [Profile.Setting(key: method.addressSetting, values: [.text(url)])]
    }
}
