/// The end of a sign-in, and what is said of answers that were refused or not used.
extension LoginCredentials {
    /// Records why a given password is not used; only the first reason.
    public func signedIn(by proof: ProofWithoutPassword) { proofWithoutPassword = proofWithoutPassword ?? proof }

    /// Stores the typed password, if wanted, after a successful sign-in. `wereAsked` is false when another presenter
    /// handled the pages; `sawProvider`: a provider took part, which may have known the user without a password.
    public func approve(wereAsked: Bool = true, sawProvider: Bool = false) throws(FedauthError) {
        defer { releaseLock() }
        let source = source(.password)
        if known.saysUnused, known.password != nil && source.provenance == nil,
            !ofHTTP.contains(where: \.hasAnsweredFromOptions)
        {
            reporter.note(
                wereAsked
                    ? "the password was not used: " + reason(sawProvider)
                    : "the password of the options was not used: it is for the presenter 'form'")
        }
        if wereAsked, known.saysUnused { sayUnmetFields() }
        if let used = source.current { refusals?.forget(used.user, at: used.origin) }
        if let givenKey { refusals?.forget(RefusedSecrets.codeKey, at: givenKey.origin) }
        if source.provenance == .stored, let used = source.current, let user = used.user {
            try stored.migrate(used.scope, user: user)
        }
        guard let typed = source.approve(keeping: known.remembersPassword ? [.asked] : []), let user = typed.user else {
            if known.remembersPassword, known.isForced, wereAsked, sawProvider, source.current == nil {
                reporter.note("no password was typed to be stored: \(reason(sawProvider)); '--fresh 0' asks for it")
            }
            return
        }
        guard typed.receivers == [typed.origin] else {
            return reporter.note(
                "the password of '\(user)' is not stored: '\(typed.origin.hostAndPort)' had it sent to another server")
        }
        try stored.keep(Credential(user: user, password: typed.value), for: typed.scope)
        reporter.note("the password of '\(user)' for '\(typed.origin.hostAndPort)' is stored")
    }

    private func reason(_ sawProvider: Bool) -> String {
        if let proofWithoutPassword { return proofWithoutPassword.reason }
        return sawProvider && !hasAnswered ? "the identity provider knew you by its cookies" : "no page asked for it"
    }

    /// Says which fields of the options no page had. Call it after a sign-in that failed.
    public func signInFailed() {
        releaseLock()
        if wasAsked { sayUnmetFields() }
    }

    private func sayUnmetFields() {
        if let name = known.homeRealm, !isHomeRealmChosen {
            reporter.note("no page offered the organisation '\(name.folded(to: 120))' of '--idp'")
        }
        for name in known.fields.keys.sorted() where !metFields.contains(name) {
            reporter.note("no page had the field '\(name.folded(to: 60))' of '--field'")
        }
    }

    /// Remembers the password, if it was among what a server has refused. Beside a code the code may be the reason: then the
    /// next ones of its key are.
    func noteRefusal(_ blame: LoginRefusal.Blame, among roles: Set<LoginQuestion.Role>) {
        if blame != .none, roles.contains(.oneTimeCode), let givenKey {
            refusals?.note(givenKey.value, of: RefusedSecrets.codeKey, at: givenKey.origin, as: .otherCause)
        }
        let source = source(.password)
        guard blame != .none, roles.contains(.password), source.provenance != .asked, let used = source.current else {
            return
        }
        let isCertain = blame == .password && roles.isDisjoint(with: [.oneTimeCode, .other])
        refusals?.note(
            used.value, of: used.user, at: used.origin,
            as: isCertain ? .certain : blame == .other ? .otherCause : .doubtful)
    }

    /// Remembers a given password that was refused, and forgets a stored one, as when the form comes back.
    public func end(by refusal: LoginRefusal) throws(FedauthError) {
        noteRefusal(refusal.blame, among: refusal.roles)
        let source = source(.password)
        guard source.provenance == .stored, refusal.blame == .password, !refusal.roles.contains(.oneTimeCode),
            let used = source.current
        else { return }
        try forget(used, used.user.map { " of '\($0.folded(to: 60))'" } ?? "")
    }

    /// Returns the error for a refused form; `who` is " of 'ada'", or empty.
    func error(for refusal: LoginRefusal, _ who: String) -> FedauthError {
        let host = refusal.origin.hostAndPort
        let isCode = refusal.roles.contains(.oneTimeCode)
        guard isCode else {
            return FedauthError(
                .refused, "'\(host)' refused the sign-in\(who): \(refusal.complaint)",
                hint: refusal.hint ?? "nothing was stored; \(advice(for: refusal))")
        }
        if refusal.roles.contains(.password) {
            return FedauthError(
                .refused, "'\(host)' refused the sign-in\(who): \(refusal.complaint)",
                hint: "nothing was stored; check user name and password, and \(codeAdvice)")
        }
        return FedauthError(
            .refused, "'\(host)' refused the one-time code: \(refusal.complaint)",
            hint: "nothing was stored; check \(codeAdvice)")
    }

    private func advice(for refusal: LoginRefusal) -> String {
        let isOther =
            [.other, .none].contains(refusal.blame)
            || [Words.locked, Words.unready].contains { Words.occur($0, in: [refusal.complaint]) }
        return isOther ? "the password may be right" : "check the user name and \(passwordSource)"
    }

    private var passwordSource: String {
        known.password.map { "the password, which comes from '\($0.description.folded(to: 80))'" } ?? "the password"
    }

    private var codeAdvice: String {
        let key = "the key of the one-time code"
        guard let givenCode else { return "\(key), and the clock of the device that shows it" }
        let kind = "totp:"
        guard givenCode.hasPrefix(kind) else { return "the source of the one-time code, '\(givenCode.folded(to: 80))'" }
        let entry = givenCode.dropFirst(kind.count)
        return
            "\(key), the entry '\(String(entry).folded(to: 60))', and the clock of this machine; the current code is "
            + "printed by: fedauth store get \(String(entry).shellQuoted) --code"
    }
}
