public import Core

/// Signs out on the servers that offer that, and wipes the sessions.
///
/// A session is wiped here first, so that a dead network cannot keep it.
public struct SignOutFlow {
    /// What became of one session.
    public struct Result: Equatable, Encodable, Sendable {
        /// The name of the session.
        public var profile: String
        /// True: the server confirmed. False: it did not. Nil: it offers no sign-out that is known.
        public var revoked: Bool?
        /// Why the server did not confirm.
        public var message: String?
    }

    /// What became of all.
    public struct Outcome {
        /// One for each session that was wiped.
        public var results: [Result]
        /// The last failure of a server; nil: none failed.
        public var failure: FedauthError?
    }

    private let services: Services
    private var clock: any WallClock { services.clock }
    private var reporter: any Reporter { services.reporter }

    /// Looks at nothing yet.
    public init(_ services: Services) { self.services = services }

    /// Signs out of the sessions that are meant. Throws `not-found` when there is none.
    ///
    /// - Parameters:
    ///   - word: a profile or session; nil: the current one.
    ///   - all: every session; then `word` does not count.
    public func run(_ word: String?, all: Bool) throws(FedauthError) -> Outcome {
        let store = try services.stores.store()
        let configuration = try services.profiles.configuration()
        var results: [Result] = []
        var failure: FedauthError?
        let found = try sessions(word, all: all, configuration, store)
        for session in found.sessions {
            do throws(FedauthError) {
                let revoked = try signOut(session, configuration, store)
                results.append(Result(profile: session.name, revoked: revoked))
                reporter.note(
                    session.access != nil && revoked == nil
                        ? "signed out of '\(session.name)' here; " + remainder(of: session)
                        : revoked == nil
                            ? "signed out of '\(session.name)' here; no sign-out address is known, the server may keep "
                                + "the session until \(session.expires.iso8601)"
                            : "signed out of '\(session.name)'")
                if let left = lasting(session, clock.now) { reporter.note(left) }
            } catch {
                failure = error
                results.append(Result(profile: session.name, revoked: false, message: error.message))
                reporter.warning(
                    "'\(session.name)' is wiped here, but the server did not confirm: "
                        + "\(error.message)")
            }
        }
        // Now: servers may let nobody sign out without it.
        try ProvidedEntries(store, reporter: reporter).forget(at: found.origins)
        if let current = services.environment["FEDAUTH_PROFILE"], results.contains(where: { $0.profile == current }) {
            reporter.note("the variables of this shell are left: eval $(fedauth export-cookies --unset)")
        }
        return Outcome(results: results, failure: failure)
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
    private func reportCommands(of session: Session) {
        let users = services.sessionFiles.processes(using: session.name)
        guard !users.isEmpty else { return }
        let processes = users.map { String($0) }.joined(separator: ", ")
        reporter.note(
            "'fedauth exec' gave the cookies of '\(session.name)' to what still runs (process \(processes)); its cookie "
                + "file is removed when it has ended")
    }

    /// What is to be signed out of, and the servers whose provider's answers are to be forgotten; nil: all.
    private func sessions(
        _ word: String?, all: Bool, _ configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> (sessions: [Session], origins: Set<Origin>?) {
        if all { return (try Sessions(store, reporter: reporter).all().map(\.session), nil) }
        let current = CurrentProfile(services)
        let name = current.name(word, in: configuration)
        let origins = name.flatMap(configuration.profile)?.origins ?? []
        do throws(FedauthError) {
            let session = try current.session(word, in: configuration, store).session
            return ([session], origins.union([session.url.origin]))
        } catch  where error.code == .notFound {
            // Where a provider lets in there may be no session at all.
            guard try ProvidedEntries(store, reporter: reporter).forget(at: origins) else { throw error }
            return ([], origins)
        }
    }

    private func signOut(
        _ session: Session, _ configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> Bool? {
        try store.delete(Session.entryName(session.name))
        services.sessionFiles.removeCookieFile(of: session.name)
        reportCommands(of: session)
        guard !session.logouts.isEmpty || session.token?.logout != nil else { return nil }
        let network = try services.networks.network(for: session, in: configuration)
        try SignOut(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: clock
        ).run(
            session,
            policy: network.policy(for: session.logouts.map(\.url) + [session.token?.logout].compactMap { $0 }),
            deadline: Deadline(seconds: network.timeoutSeconds, from: clock))
        return true
    }
}
