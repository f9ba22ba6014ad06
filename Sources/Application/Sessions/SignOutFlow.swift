public import Core

/// Signs out at servers that support it, and deletes the sessions. Deletes first, so that a network failure keeps none.
public struct SignOutFlow {
    /// The result for one session.
    public struct Result: Equatable, Sendable {
        /// The name of the session.
        public var profile: String
        /// True: the server confirmed. False: it did not. Nil: no sign-out address is known.
        public var revoked: Bool?
        /// Why the server did not confirm.
        public var message: String?

        /// The result as one object.
        public var json: JSONValue {
            .sorted([
                "profile": .text(profile), "revoked": revoked.map(JSONValue.bool), "message": .text(ifAny: message),
            ])
        }
    }

    /// The result for all sessions.
    public struct Outcome {
        /// One result for each deleted session.
        public var results: [Result]
        /// The last server's failure; nil: none failed.
        public var failure: FedauthError?
    }

    private let services: any Services
    private var clock: any WallClock { services.clock }
    private var reporter: any Reporter { services.reporter }

    /// Reads nothing yet.
    public init(_ services: any Services) { self.services = services }

    /// Signs out of a profile or session (nil: the current one), or of `all`. Throws `not-found` when there is none.
    public func run(_ word: String?, all: Bool) throws(FedauthError) -> Outcome {
        let store = try services.store()
        let configuration = try services.configuration()
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
                            ? "signed out of '\(session.name)' here; no sign-out address is known, the server may keep the session until \(reporter.shown(session.expires))"
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
        if !all, word == nil { try reportOthers(found.sessions.map(\.name), store) }
        // Deleted after the requests: a server may refuse a sign-out without the provider's answer.
        try ProvidedEntries(store: store, reporter: reporter).forget(at: found.origins)
        if let current = services.environment["FEDAUTH_PROFILE"], results.contains(where: { $0.profile == current }) {
            reporter.note("the variables of this shell are left: eval $(fedauth export-cookies --unset)")
        }
        return Outcome(results: results, failure: failure)
    }

    /// Reports the sessions that are left when no name chose the one that ended.
    private func reportOthers(_ ended: [String], _ store: any CredentialStore) throws(FedauthError) {
        let others = try Sessions(store, reporter: reporter).names().filter { !ended.contains($0) }
        guard !others.isEmpty else { return }
        let names = others.prefix(5).map { "'\($0.folded(to: 60))'" } + (others.count > 5 ? ["…"] : [])
        reporter.note("still signed in to \(names.joined(separator: ", ")) ('fedauth logout --all' ends all)")
    }

    /// Returns what remains after the sign-out of a session without a sign-out address.
    private func remainder(of session: Session) -> String {
        guard session.access?.scheme != .negotiate else { return "the Kerberos ticket is left ('kdestroy' removes it)" }
        let entry = session.access.map {
            CredentialEntry.name($0.scope(at: session.url.origin), user: session.user ?? "")
        }
        return "the password stays in the store ('fedauth store delete \((entry ?? "").shellWord)' forgets it)"
    }

    /// Returns what cannot be revoked.
    private func lasting(_ session: Session, _ now: Timestamp) -> String? {
        guard let token = session.token, token.logout == nil, token.oauth?.revocation == nil, !token.isExpired(at: now)
        else { return nil }
        return "copies of the token of '\(session.name)' stay valid"
            + (token.expires.map { " until \(reporter.shown($0))" } ?? "") + ": no server takes it back"
    }

    /// Reports running commands of `exec`: they have the session's values, and their files are not removed.
    private func reportCommands(of session: Session) {
        let users = services.sessionFiles.processes(using: session.name)
        guard !users.isEmpty else { return }
        let processes = users.map { String($0) }.joined(separator: ", ")
        reporter.note(
            "'fedauth exec' gave the cookies of '\(session.name)' to what still runs (process \(processes)); its cookie "
                + "file is removed when it has ended")
    }

    /// Returns the sessions to sign out of, and the servers whose provided answers are to be deleted; nil: all.
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
            // A server that accepts a provider's answer may have no session.
            guard try ProvidedEntries(store: store, reporter: reporter).forget(at: origins) else { throw error }
            return ([], origins)
        }
    }

    /// Returns whether the server would take back the token, but wants to see what proves the client, which is not at hand.
    private func lacksProof(_ session: Session, _ configuration: Configuration) -> Bool {
        guard let record = session.token?.oauth, record.isConfidential, record.secret == nil, record.revocation != nil
        else { return false }
        return OAuthSettings(renewing: record, configuration.profile(session.name)) == nil
    }

    private func signOut(
        _ session: Session, _ configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> Bool? {
        try store.delete(Session.entryName(session.name))
        try AWSKeys.forget(session.name, in: store)
        services.sessionFiles.removeCookieFile(of: session.name)
        reportCommands(of: session)
        var session = session
        let isKept = lacksProof(session, configuration) && session.token?.isExpired(at: clock.now) == false
        if lacksProof(session, configuration) { session.token?.oauth?.revocation = nil }
        let record = session.token?.oauth
        let ends = [session.token?.logout, record?.revocation, record?.end].compactMap { $0 }
        guard !session.logouts.isEmpty || !ends.isEmpty || isKept else { return nil }
        let network = try services.network(for: session, in: configuration)
        var signOut = SignOut(network.agent(for: session.logouts.map(\.url) + ends))
        signOut.client = try record.map { (record) throws(FedauthError) in
            let own = OAuthSettings(renewing: record, configuration.profile(session.name))?.client
            return try own?.client(store, services) ?? record.asClient
        }
        try signOut.run(session, deadline: network.deadline)
        guard !isKept else {
            throw FedauthError(
                .inputNeeded,
                "its token stays valid: taking it back needs the client's secret or key, which is not at hand",
                hint: "a profile with the client's settings has it at hand: 'fedauth profile add NAME --issuer URL …'")
        }
        return true
    }
}
