public import Core

extension SignInSettings {
    /// Returns how a sign-in of these settings renews a token, as `client` or else the one that the session names.
    func renewal(
        _ name: String, _ store: any CredentialStore, _ services: any Services, over agent: UserAgent,
        as client: OAuthClient? = nil,
        by renew: @escaping (SessionToken, Deadline) throws(FedauthError) -> SessionToken?
    ) -> RenewingSignIn.Parts {
        var parts = RenewingSignIn.Parts(clock: services.clock, reporter: services.reporter, renew: renew)
        parts.isForced = isForced
        parts.isRefused = refused != nil
        parts.latest = { () throws(FedauthError) in
            try Sessions(store, reporter: services.reporter).named(name)?.session
        }
        parts.keep = { (session) throws(FedauthError) in
            _ = try Sessions(store, reporter: services.reporter).named(session.name)?.replace(with: session, in: store)
        }
        parts.takeBack = { (session, deadline) throws(FedauthError) in
            var signOut = SignOut(agent)
            signOut.client = client ?? session.token?.oauth?.asClient
            try signOut.giveBack(session, deadline: deadline)
        }
        return parts
    }
}

extension OAuthSettings {
    /// Returns why a token is not renewed that the server would renew; nil: it is, or the server would not.
    static func hindrance(to session: Session, _ profile: Profile?) -> String? {
        guard session.isRenewable, let record = session.token?.oauth, OAuthSettings(renewing: record, profile) == nil
        else { return nil }
        guard profile?.text("client-id") == nil else {
            return "its profile names another server or client, or no place of what proves the client"
        }
        let isToken = record.grant.takesSubject && (!record.isConfidential || record.secret != nil)
        let what = isToken ? "the token of another issuer" : "the client's secret or key"
        return "that needs \(what), whose place no profile keeps"
    }
}

extension Services {
    /// Returns the session with a token valid for `seconds`, renewed within the profile's lock if no person is needed.
    public func renewed(_ session: Session, forSeconds seconds: Int64 = 0) throws(FedauthError) -> Session {
        guard session.isDue(at: clock.now, forSeconds: seconds), let record = session.token?.oauth else {
            return session
        }
        let configuration = try configuration()
        guard let settings = OAuthSettings(renewing: record, configuration.profile(session.name)) else {
            let why = OAuthSettings.hindrance(to: session, configuration.profile(session.name)) ?? ""
            reporter.detail("the token of '\(session.name)' is not renewed: \(why)")
            return session
        }
        var signIn = SignInSettings()
        signIn.presenter = .ours(.none)
        signIn.minimumValidity = TimeLength(argument: "\(seconds)s")
        let flow = OAuthFlow(self, settings, signIn)
        do throws(FedauthError) {
            let purpose = OAuthFlow.Purpose(
                name: session.name, issuer: record.issuer, isUsers: true, target: session.url,
                resource: record.resource, scope: record.scope)
            return try flow.run(purpose, over: network(for: session, in: configuration)).session
        } catch  where error.code == .inputNeeded {
            reporter.detail(error.message)
            return session
        }
    }
}
