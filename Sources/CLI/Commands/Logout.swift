import ArgumentParser
import Core

/// `fedauth logout`.
struct Logout: Command, Documented {
    static let examples = [
        Example("fedauth logout mail", "Sign out of 'mail', on the server and here"),
        Example("fedauth logout --all", "Sign out of everything"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out on the server where it offers that, and wipe the session.",
        discussion: """
            The session is wiped here first, so that a dead network cannot keep it. When the server did not confirm, that \
            is said, and the exit status tells why.
            """)

    @OptionGroup var choice: SessionChoice

    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] {
        [NetworkOptions.self, StoreOptions.self, GlobalOptions.self]
    }
    static var takesProfile: Bool { true }
    var profileWord: String? { choice.profileWord }

    private struct Report: Encodable {
        var profile: String
        /// True: the server confirmed. False: it did not. Nil: it offers no sign-out that is known.
        var revoked: Bool?
        var message: String?
    }

    func run(in context: CommandContext) throws(FedauthError) {
        try choice.check()
        let store = try context.store(storage)
        let configuration = try context.configuration()
        var reports: [Report] = []
        var failure: FedauthError?
        let found = try sessions(configuration, store, context)
        for session in found.sessions {
            do throws(FedauthError) {
                let revoked = try signOut(session, configuration, store, context)
                reports.append(Report(profile: session.name, revoked: revoked))
                context.streams.note(
                    session.access != nil && revoked == nil
                        ? "signed out of '\(session.name)' here; " + remainder(of: session)
                        : revoked == nil
                            ? "signed out of '\(session.name)' here; no sign-out address is known, the server may keep "
                                + "the session until \(session.expires.iso8601)"
                            : "signed out of '\(session.name)'")
                if let left = lasting(session, context.clock.now) { context.streams.note(left) }
            } catch {
                failure = error
                reports.append(Report(profile: session.name, revoked: false, message: error.message))
                context.streams.warning(
                    "'\(session.name)' is wiped here, but the server did not confirm: "
                        + "\(error.message)")
            }
        }
        // Now: servers may let nobody sign out without it.
        try ProvidedEntries(store, reporter: context.streams).forget(at: found.origins)
        if let current = context.environment["FEDAUTH_PROFILE"], reports.contains(where: { $0.profile == current }) {
            context.streams.note("the variables of this shell are left: eval $(fedauth export-cookies --unset)")
        }
        if context.global.json { try context.report(reports, text: "") }
        if let failure { throw saidAlready(failure.code) }
    }

    /// What a sign-out leaves of a sign-in that knows no sign-out.
    private func remainder(of session: Session) -> String {
        guard session.access?.scheme != .negotiate else { return "the Kerberos ticket is left ('kdestroy' removes it)" }
        let entry = session.access.map {
            CredentialEntry.name($0.scope(at: session.url.origin), user: session.user ?? "")
        }
        return "the password stays in the store ('fedauth store delete \(entry ?? "")' forgets it)"
    }

    /// What nobody can take back.
    private func lasting(_ session: Session, _ now: Timestamp) -> String? {
        guard let token = session.token, token.logout == nil, !token.isExpired(at: now) else { return nil }
        return "what was handed out of the token of '\(session.name)' stays good"
            + (token.expires.map { " until \($0.iso8601)" } ?? "") + ": no server takes it back"
    }

    /// Commands of `exec` have what they were given; their files are not taken away under them.
    private func reportCommands(of session: Session, _ context: CommandContext) {
        guard let directory = context.directories.runtime(makes: false) else { return }
        guard let users = try? CommandJars(directory: directory).users(of: session.name), !users.isEmpty else { return }
        let processes = users.map { String($0) }.joined(separator: ", ")
        context.streams.note(
            "'fedauth exec' gave the cookies of '\(session.name)' to what still runs (process \(processes)); its cookie "
                + "file is removed when it has ended")
    }

    /// What is to be signed out of, and the servers whose provider's answers are to be forgotten; nil: all.
    private func sessions(
        _ configuration: Configuration, _ store: any CredentialStore, _ context: CommandContext
    ) throws(FedauthError) -> (sessions: [Session], origins: Set<Origin>?) {
        if choice.all { return (try Sessions(store, reporter: context.streams).all().map(\.session), nil) }
        let current = CurrentProfile(context)
        let name = current.name(choice.profile, in: configuration)
        let origins = name.flatMap(configuration.profile)?.origins ?? []
        do throws(FedauthError) {
            let session = try current.session(choice.profile, in: configuration, store).session
            return ([session], origins.union([session.url.origin]))
        } catch  where error.code == .notFound {
            // Where a provider lets in there may be no session at all.
            guard try ProvidedEntries(store, reporter: context.streams).forget(at: origins) else { throw error }
            return ([], origins)
        }
    }

    private func signOut(
        _ session: Session, _ configuration: Core.Configuration, _ store: any CredentialStore,
        _ context: CommandContext
    ) throws(FedauthError) -> Bool? {
        try store.delete(Session.entryName(session.name))
        CookieJarFile(context).remove(session.name)
        reportCommands(of: session, context)
        guard !session.logouts.isEmpty || session.token?.logout != nil else { return nil }
        let network = try context.network(network, for: session, in: configuration, storage: storage)
        try SignOut(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock
        ).run(
            session,
            policy: network.policy(for: session.logouts.map(\.url) + [session.token?.logout].compactMap { $0 }),
            deadline: Deadline(seconds: network.timeoutSeconds, from: context.clock))
        return true
    }
}
