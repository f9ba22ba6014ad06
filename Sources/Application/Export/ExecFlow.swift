public import Core
private import Secrets
private import System

/// What a command gets of a session, and how the session is found or made.
public struct ExecSettings {
    /// The profile or session, or its address; nil: the current one.
    public var profile: String?
    /// The method of the profile; nil: that of the address that the settings name.
    public var method: SignInMethodName?
    /// How to sign in.
    public var methods = MethodSettings()
    /// Whether a sign-in is allowed.
    public var signsIn = true
    /// The cookies for the command.
    public var cookies = CookieSettings()
    /// Whether the command gets an identity, too.
    public var passesIdentity = false
    /// The name of the identity; nil: the one that is bound to the session's server.
    public var identity: String?
    /// Whether the session's secrets are masked in the command's output.
    public var masks = false

    /// Variables of the caller's choice: `NAME=store:ENTRY`, `NAME=token`, `NAME=cookie:NAME`.
    public var variables: [String] = []
    /// Whether those variables stand in a file on a descriptor, and not in the environment.
    public var usesFile = false

    /// Creates settings for the current session.
    public init() {}
}

/// Gives a session to a command in its environment and its files.
public struct ExecFlow {
    private let services: any Services
    private let settings: ExecSettings

    /// Reads nothing yet.
    public init(_ services: any Services, _ settings: ExecSettings) {
        self.services = services
        self.settings = settings
    }

    /// Replaces this process with the command, or prepares it to run under a mask; the result holds nothing of the
    /// session besides the mask. `words` is the command as the kernel passed it, with a nil at the end. Calls
    /// `endTrace` when all is ready, because nothing of this process runs behind the command that replaces it.
    public func prepare(
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ files: CommandFiles, endTrace: () -> Void
    ) throws(FedauthError) -> MaskedCommand {
        let chosen = try chosenVariables()
        let session = try usesSession(chosen) ? sessionOrIdentity() : nil
        if session?.url.isSignInOfAWS == true {
            services.reporter.note("AWS's programs want keys of a role: 'fedauth help aws' prints the lines for them")
        }
        // Read before the cookie file is written, because a store may still prompt, and fail.
        let identity = settings.passesIdentity ? try identity(for: session) : nil
        var variables = SessionVariables()
        if let session { variables = try self.variables(session, files) }
        if let identity { variables = try files.add(identity, to: variables) }
        var masked: [(name: String, value: SharedSecret)] = []
        var lines = Secret()
        for variable in chosen {
            let value = try variable.value(of: session, services)
            masked.append(("the variable '\(variable.name)'", value))
            if settings.usesFile {
                try variable.append(value, to: &lines)
            } else {
                variables = variables.adding(variable.name, value)
            }
        }
        if settings.usesFile {
            variables = variables.adding(
                CommandVariable.file,
                try SystemCall.attempt("write", "the variables") { () throws(SystemFailure) in
                    try lines.withBytes { (bytes) throws(SystemFailure) in try FileDescriptor.path(handingOver: bytes) }
                })
        }
        let image = CommandImage(words: words, variables: variables.entries, replaces: variables.replaces)
        if !settings.masks {
            try files.removeAtEnd()
            endTrace()
            try image.execute()
        }
        let command = try MaskedCommand(
            image, secrets: (session?.secrets ?? []) + files.secrets + masked, reporter: services.reporter
        ) { process in
            // This process removes them too, unless it is killed.
            if let handle = ProcessHandle(process) { files.removeAtEnd(of: handle.number) }
        }
        endTrace()
        return command
    }

    /// Returns the variables that the command would get, each with what it holds; signs in nowhere, and reads no value.
    public func plan() throws(FedauthError) -> [(name: String, holds: String)] {
        let chosen = try chosenVariables()
        var plan: [(name: String, holds: String)] = []
        if usesSession(chosen) {
            let configuration = try services.configuration()
            let found = try planned(configuration)
            let names = SessionVariables.names(of: found?.session)
            plan = names.map { (name: $0, holds: "session" + (found.map { " '\($0.session.name)'" } ?? "")) }
        }
        if settings.passesIdentity {
            plan += [CommandFiles.names.certificates, CommandFiles.names.key].map {
                (name: $0, holds: "identity" + (settings.identity.map { " '\($0)'" } ?? ""))
            }
        }
        let file = [(name: CommandVariable.file, holds: "the variables of '--env'")]
        return plan + (settings.usesFile ? file : chosen.map { (name: $0.name, holds: $0.text) })
    }

    /// Returns the session that a command would get; nil: a sign-in would make it. Throws what the command would end with.
    private func planned(_ configuration: Configuration) throws(FedauthError) -> StoredSession? {
        do throws(FedauthError) {
            return try CurrentProfile(services).session(settings.profile, in: configuration, services.store())
        } catch {
            guard makesSession(configuration) || goesWithoutSession(error) else { throw error }
            return nil
        }
    }

    private func chosenVariables() throws(FedauthError) -> [CommandVariable] {
        guard !settings.usesFile || !settings.variables.isEmpty else {
            throw FedauthError(
                .usage, "'--env-file' has nothing to put into a file", hint: "add '--env NAME=SOURCE' for each variable"
            )
        }
        return try settings.variables.map { (text) throws(FedauthError) in try CommandVariable(text) }
    }

    /// Returns whether a session is needed: not for entries of the store alone.
    private func usesSession(_ chosen: [CommandVariable]) -> Bool {
        settings.profile != nil || settings.passesIdentity || chosen.isEmpty || chosen.contains(where: \.isOfSession)
    }

    /// Returns the session; nil when there is none, none is named, and an identity is: a certificate may be all that a server wants.
    private func sessionOrIdentity() throws(FedauthError) -> Session? {
        do throws(FedauthError) { return try session() } catch {
            guard goesWithoutSession(error) else { throw error }
            return nil
        }
    }

    private func goesWithoutSession(_ error: FedauthError) -> Bool {
        error.code == .notFound && settings.passesIdentity && settings.identity != nil && settings.profile == nil
    }

    /// Returns whether a sign-in is allowed, and its place known.
    private func makesSession(_ configuration: Configuration) -> Bool {
        let known = CurrentProfile(services).name(settings.profile, in: configuration).flatMap(configuration.profile)
        let namesAddress = MethodFlow(services: services, settings: settings.methods).namesAddress
        return settings.signsIn && (known != nil || settings.profile == nil && namesAddress)
    }

    /// Returns the session; signs in if that is needed, allowed, and possible.
    func session() throws(FedauthError) -> Session {
        let configuration = try services.configuration()
        guard makesSession(configuration) else { return try kept(CurrentProfile(services), configuration) }
        let outcome = try MethodFlow(services: services, settings: settings.methods).run(
            settings.method, service: settings.profile)
        let session = outcome.session
        if outcome.isFresh, !outcome.isRenewed {
            services.reporter.note(
                "signed in to '\(session.name)', valid until \(services.reporter.shown(session.expires))")
        }
        return session
    }

    /// Returns the stored session when no sign-in is allowed; it must be the requested one.
    private func kept(_ current: CurrentProfile, _ configuration: Configuration) throws(FedauthError) -> Session {
        let wanted = settings.methods.signIn
        let found = try current.session(settings.profile, in: configuration, services.store()).session
        let session = try current.valid(
            services.renewed(found, forSeconds: wanted.minimumValiditySeconds), in: configuration,
            at: services.clock.now, forSeconds: wanted.minimumValiditySeconds)
        let other = wanted.user.map { " --user \($0.shellWord)" } ?? ""
        let hint = "sign in by '\(CurrentProfile.signIn(to: session, in: configuration, " --force" + other))'"
        if let user = wanted.user, !session.isFor(user) {
            let known = (session.user ?? session.wantedUser)?.folded(to: 60)
            throw FedauthError(
                .inputNeeded,
                "the session '\(session.name)' is \(known.map { "that of '\($0)', not" } ?? "not known to be that") of "
                    + "'\(user.folded(to: 60))'", hint: hint)
        }
        if wanted.isForced && settings.signsIn {
            throw FedauthError(
                .inputNeeded, "the session '\(session.name)' has no profile to sign in again with", hint: hint)
        }
        return session
    }

    /// Returns the named identity, else the one bound to the session's server. Throws `not-found`.
    private func identity(for session: Session?) throws(FedauthError) -> Identity {
        guard settings.identity == nil, let session else { return try services.identity(settings.identity ?? "") }
        let identities = IdentityStore(try services.store())
        guard let identity = try identities.bound(to: session.url.origin, at: services.clock.now) else {
            throw FedauthError(
                .notFound, "no identity is bound to '\(session.url.origin)'",
                hint: "bind one by 'fedauth identity bind NAME \(session.url.origin)', or name it by '--identity NAME'")
        }
        return identity
    }

    private func variables(_ session: Session, _ jar: CommandFiles) throws(FedauthError) -> SessionVariables {
        if let token = session.token, session.result == .token, !settings.cookies.all {
            let url = try settings.cookies.address() ?? session.url
            guard session.tokenCovers(url) else {
                throw FedauthError(
                    .notFound,
                    "the token of '\(session.name)' is for '\(session.url.withoutQuery)', not for '\(url.withoutQuery)'",
                    hint: "leave out '--url'")
            }
            let text = TokenText(session: session, token: token, reader: services.tokenReader)
            return SessionVariables(session, token: text.wire, url: url)
        }
        do throws(FedauthError) {
            return try CookieExport(
                session: session, selection: try settings.cookies.selection(of: session, at: services.clock.now),
                dialect: settings.cookies.dialect ?? .portable, jar: jar, reporter: services.reporter
            ).variables()
        } catch  where error.code == .notFound && settings.passesIdentity {
            // A server that knows the certificate may set no cookie.
            return SessionVariables(session, url: try settings.cookies.address() ?? session.url)
        }
    }
}
