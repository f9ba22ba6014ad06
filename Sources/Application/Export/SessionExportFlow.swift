public import Core
public import Secrets

/// Writes what a stored session has for another program: cookies, header fields, or its token.
public struct SessionExportFlow {
    let services: any Services
    /// The profile or session; nil: the current one.
    let profile: String?

    /// Reads nothing yet.
    public init(_ services: any Services, of profile: String?) { (self.services, self.profile) = (services, profile) }

    /// Returns the cookies of the session in one of the formats; `shell` evaluates that of its own.
    public func cookies(
        _ settings: CookieSettings, as format: CookieFormat, for shell: ShellChoice
    ) throws(FedauthError) -> Secret {
        let session = try validSession()
        return try CookieExport(
            session: session, selection: try settings.selection(of: session, at: services.clock.now),
            dialect: settings.dialect ?? .portable, jar: services.sessionFiles, reporter: services.reporter
        ).text(format, for: shell)
    }

    /// Removes the cookie file, and returns the text that unsets the variables of the shell.
    public func unset(for shell: ShellChoice) throws(FedauthError) -> String {
        let name = CurrentProfile(services).name(profile, in: try services.configuration())
        services.sessionFiles.removeCookieFile(of: name)
        return try shell.resolved().unset()
    }

    /// Returns the header fields that a request to `url` (nil: the session's) needs. Throws `not-found` for none.
    public func headers(for url: String?, as format: HeaderFormat) throws(FedauthError) -> Secret {
        let now = services.clock.now
        let session = try validSession()
        let url = try WebURL.argument(ifAny: url) ?? session.url
        var fields = try session.headerFields(for: url, at: now)
        do throws(FedauthError) {
            let authorization = SessionAuthorization(try services.store(), clock: services.clock)
            if let field = try authorization.field(of: session, for: url) { fields.append(field) }
        } catch {
            // The cookies may suffice without the Authorization field.
            guard error.code == .usage, !fields.isEmpty else { throw error }
            services.reporter.warning(error.message)
        }
        if !fields.isEmpty, url.origin == session.url.origin { fields += try applicationFields(session) }
        guard !fields.isEmpty else {
            throw FedauthError(
                .notFound, "the session '\(session.name)' has nothing for '\(url.withoutQuery)'",
                hint: Self.hint(session, url))
        }
        return format.text(fields, url: url, session, at: now)
    }

    /// Returns the fields that SAP mobile services expect in each request, as the session's profile has them.
    private func applicationFields(_ session: Session) throws(FedauthError) -> [Request.Header] {
        let known = try services.configuration().profile(session.name)
        return RequestSettings.applicationFields(known?.text("smp-application"), device: known?.text("smp-device"))
    }

    private static func hint(_ session: Session, _ url: WebURL) -> String {
        guard url.origin == session.url.origin else { return "it is for '\(session.url.origin)'" }
        if session.token?.oauth != nil { return "its token is for '\(session.url.withoutQuery)' and below" }
        return session.token.map { $0.kind != .bearer } ?? false
            ? "'fedauth token \(session.name.shellWord)' prints its token, which goes into no field"
            : "its cookies are for other paths; 'fedauth export-cookies \(session.name.shellWord) --all --format json' shows all"
    }

    private func validSession() throws(FedauthError) -> Session {
        let (current, configuration) = (CurrentProfile(services), try services.configuration())
        let session = try services.renewed(current.session(profile, in: configuration, services.store()).session)
        return try current.valid(session, in: configuration, at: services.clock.now)
    }
}
