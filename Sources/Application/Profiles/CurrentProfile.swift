public import Core

/// The chosen profile or session: the argument, else `FEDAUTH_PROFILE`, else `[defaults] profile`, else the latest.
public struct CurrentProfile {
    private let profiles: any ProfileDirectory
    private var reporter: any Reporter { profiles.reporter }

    /// Reads nothing yet.
    public init(_ profiles: any ProfileDirectory) { self.profiles = profiles }

    /// Returns the name; nil when only the store can tell.
    public func name(_ word: String?, in configuration: Configuration) -> String? {
        word ?? profiles.environment["FEDAUTH_PROFILE"] ?? configuration.defaultProfile
    }

    /// Returns the chosen profile of the configuration; nil for an address, and when none is chosen. Throws `not-found`
    /// for a name that is neither, and `configuration` for an unusable profile.
    public func profile(_ word: String?, in configuration: Configuration) throws(FedauthError) -> Profile? {
        guard let name = name(word, in: configuration) else { return nil }
        if let profile = configuration.profile(name) {
            try profiles.checkProfile(name, in: configuration)
            return profile
        }
        if Self.isAddress(name) || word == nil && profiles.environment["FEDAUTH_PROFILE"] != nil { return nil }
        throw notFound(name, named: word, in: configuration)
            .hinting("'fedauth profile list' shows them; an address is written like https://service.example.org/")
    }

    /// Returns the error for an unknown profile, with the source (`word` of the command line) and a similar name.
    public func notFound(_ name: String, named word: String?, in configuration: Configuration) -> FedauthError {
        let meant = SpellingSuggestion.question(name, among: configuration.profiles.map(\.name))
        return FedauthError(
            .notFound, "there is no profile '\(name.folded(to: 60))'\(source(word, in: configuration))\(meant)",
            hint: "'fedauth profile list' shows them")
    }

    /// Returns the source of the name, when it is not the command line.
    private func source(_ word: String?, in configuration: Configuration) -> String {
        if word != nil { return "" }
        if profiles.environment["FEDAUTH_PROFILE"] != nil { return ", which FEDAUTH_PROFILE names" }
        guard let setting = configuration.defaults.first(where: { $0.key == "profile" }) else { return "" }
        return ", which '\(profiles.configurationPath.folded(to: 100))' names"
            + (setting.place.map { " in line \($0.line)" } ?? "")
    }

    /// Returns the chosen session. Throws `not-found` when there is none.
    public func session(
        _ word: String?, in configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> StoredSession {
        let sessions = Sessions(store, reporter: reporter)
        let known = self.name(word, in: configuration)
        guard let name = try known == nil ? sessions.latestName() : known else {
            throw FedauthError(
                .notFound, "no one is signed in",
                hint: configuration.profiles.isEmpty
                    ? "sign in by 'fedauth request URL', which looks how, or add a profile by 'fedauth profile add NAME URL'"
                    : "sign in by 'fedauth login NAME', 'fedauth request URL', which looks how, or 'fedauth oauth'")
        }
        var found = try sessions.named(name)
        if found == nil { found = try addressed(word, sessions) }
        guard let session = found else {
            let profile = configuration.profile(name)
            let isProfile = profile != nil
            if let profile, profile.text("method") == SignInMethodName.sls.rawValue {
                throw FedauthError(
                    .notFound, "the profile '\(name.folded(to: 60))' gets a certificate, and no session",
                    hint:
                        "'fedauth sls status \(name.shellWord)' shows it, 'fedauth identity list' of all that are kept; "
                        + "'fedauth identity export NAME' writes one, 'fedauth identity delete NAME' removes it")
            }
            let candidates = isProfile ? [] : ((try? sessions.names()) ?? []) + configuration.profiles.map(\.name)
            let meant = SpellingSuggestion.question(name, among: candidates)
            let isLasting = isProfile || !store.isTransient
            let hint =
                if isProfile {
                    "sign in by 'fedauth login \(name.shellWord)'"
                } else if isLasting {
                    "'fedauth status --all' shows the sessions, 'fedauth profile add NAME URL' says how to sign in"
                } else {
                    "make it by 'fedauth profile add NAME URL', or name the file that has it by '--config FILE'; '--no-store' "
                        + "finds no session"
                }
            let what = "\(isLasting ? "session" : "profile") '\(name.folded(to: 60))'"
            throw FedauthError(.notFound, "there is no \(what)\(source(word, in: configuration))\(meant)", hint: hint)
        }
        if let doubt = session.session.clockDoubt(at: profiles.clock.now) { reporter.warning(doubt) }
        return session
    }

    /// Returns the session of an address: the one made for it, else the only one of its server; nil when there is none.
    /// Throws `usage` for an address of several sessions.
    private func addressed(_ word: String?, _ sessions: Sessions) throws(FedauthError) -> StoredSession? {
        guard let word, word.contains("://"), let url = try? WebURL(argument: word) else { return nil }
        let found = try sessions.all(at: url.origin)
        let exact = found.filter { $0.session.url.path == url.path }
        if let only = exact.first, exact.count == 1 { return only }
        if found.count > 1 {
            let names = found.map { "'\($0.session.name)'" }.joined(separator: ", ")
            throw FedauthError(
                .usage, "there are several sessions of '\(url.origin)': \(names.folded(to: 200))",
                hint: "name one of them")
        }
        return found.first
    }

    /// Returns the chosen session. Throws `not-found` when there is none, and `input-needed` for an expired one.
    public func validSession(
        _ word: String?, in configuration: Configuration, _ store: any CredentialStore, at moment: Timestamp
    ) throws(FedauthError) -> Session {
        try valid(try session(word, in: configuration, store).session, in: configuration, at: moment)
    }

    /// Returns the session, if it is valid for `seconds` more. Throws `input-needed` when it is not.
    public func valid(
        _ session: Session, in configuration: Configuration, at moment: Timestamp, forSeconds seconds: Int64 = 0
    ) throws(FedauthError) -> Session {
        if session.isValid(at: moment, forSeconds: seconds) { return session }
        let complaint =
            if session.isValid(at: moment) {
                "the session '\(session.name)' ends at \(reporter.shown(session.expires)), and \(seconds) s more are needed"
            } else if session.expires > moment {
                session.result == .token
                    ? "the token of '\(session.name)' has expired"
                    : "the session '\(session.name)' has no cookie left for its address"
            } else { "the session '\(session.name)' ended at \(reporter.shown(session.expires))" }
        throw FedauthError(.inputNeeded, complaint, hint: "sign in by '\(Self.signIn(to: session, in: configuration))'")
    }

    /// Returns the command for a new sign-in, as it can be typed. Without a profile, it begins with the address.
    public static func signIn(to session: Session, in configuration: Configuration, _ options: String = "") -> String {
        if configuration.profile(session.name) != nil || !session.words.isEmpty {
            return "fedauth login \(session.name.shellWord)\(options)"
        }
        guard session.method != SignInMethodName.adfs.rawValue else { return "fedauth adfs HOST --realm URI\(options)" }
        if let record = session.token?.oauth {
            let isDevice = record.grant == .device
            let words = [
                ("resource", record.resource), ("scope", record.scope), ("audience", record.audience),
                ("client-id", record.isNamed ? record.client : nil),
                ("grant", record.grant == .code || isDevice ? nil : record.grant.rawValue),
                ("client-secret-file", record.isConfidential && record.secret == nil ? "FILE" : nil),
            ].compactMap { name, value in value.map { " --\(name) \($0.shellWord)" } }
            let flags = (record.isNamed && record.isInBody ? " --client-in-body" : "") + (isDevice ? " --device" : "")
            return "fedauth oauth \(record.issuer.shellWord)" + words.joined() + flags + options
        }
        return "fedauth \(session.method) \((session.url.origin.description + session.url.path).shellWord)\(options)"
    }

    /// Returns whether the word is an address, not a name: it contains a dot, a colon or a slash.
    public static func isAddress(_ word: String) -> Bool { word.contains { ".:/".contains($0) } }
}
