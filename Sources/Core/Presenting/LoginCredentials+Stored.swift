import Secrets

/// The passwords that the store has for login forms.
extension LoginCredentials {
    /// Returns the password of the question's user for its origin alone; nil: none, or the form goes elsewhere.
    func storedPassword(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret? {
        guard known.usesStored, question.role == .password, let user = question.user, question.staysAtOrigin else {
            return nil
        }
        let scope = CredentialScope(.form, server: question.origin.description)
        let found = try stored.find(scope, user: user) { $0.password?.isEmpty == false }?.password
        if let found {
            reporter.detail(
                "the password of '\(user.folded(to: 60))' for '\(question.origin.hostAndPort)' comes from the store")
            try takeLock(at: question.origin)
            try refusals?.check(found, of: user, at: question.origin, from: nil, isAlone: held != nil)
        }
        return found
    }

    /// Returns the user whose password is the only one that the store has for a login form; the next question proposes
    /// that user, or of several the one stored last. Returns nil when the user is to be asked.
    func keptUser(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret? {
        guard known.usesStored, question.role == .userName, question.preset == nil, enteredUser == nil,
            question.staysAtOrigin
        else { return nil }
        let scope = CredentialScope(.form, server: question.origin.description)
        guard let last = try stored.find(scope, user: nil, where: { $0.password?.isEmpty == false })?.user,
            !last.isEmpty, last.contains("@") || !question.wantsAddress
        else { return nil }
        let user = SharedSecret(text: last)
        enteredUser = user
        let count = try stored.users(.form).count { $0.scope.meets(scope) && $0.user != nil }
        guard count == 1, known.password == nil else { return nil }
        reporter.note(
            "signing in as '\(last.folded(to: 60))', whose password for '\(question.origin.hostAndPort)' is stored; "
                + "'--user' names another")
        return user
    }

    /// Returns whether a session of this user has a cookie of the server.
    public func wasTaken(_ user: String, at origin: Origin) -> Bool {
        ((try? store.list()) ?? []).contains { entry in
            guard entry.kind == Session.entryKind, let item = try? store.get(entry.name),
                let session = try? StoredSession(item).session
            else { return false }
            return [session.user, session.wantedUser].contains(user)
                && session.jar.cookies.contains { $0.setBy == origin }
        }
    }

    /// Deletes the refused password, not a newer one that another process has stored since.
    func forget(_ refused: Filled, _ who: String) throws(FedauthError) {
        guard try stored.forget(refused.value, of: refused.user, for: refused.scope) else {
            reporter.warning("the stored password\(who) was refused; a newer one is in the store, and is kept")
            return
        }
        reporter.warning("the stored password\(who) was refused and is forgotten")
    }
}
