import Secrets

/// The passwords that the store has for login forms.
extension LoginCredentials {
    /// Returns the password of the question's user for exactly its origin; nil when there is none.
    func storedPassword(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret? {
        guard question.role == .password, let user = question.user else { return nil }
        let scope = CredentialScope(.form, server: question.origin.description)
        let found = try stored.find(scope, user: user) { $0.password?.isEmpty == false }?.password
        if found != nil {
            reporter.detail(
                "the password of '\(user.folded(to: 60))' for '\(question.origin.hostAndPort)' comes from the store")
        }
        return found
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
