public import Core

/// Compares the present identity with the request.
extension EnrollmentFlow {
    /// Returns whether it is valid. Throws `busy` for a valid one of another user, server, profile or kind of key.
    func isGood(_ identity: Identity, for target: EnrollmentTarget) throws(FedauthError) -> Bool {
        guard isGood(identity) else { return false }
        guard let record = identity.enrollment, let other = try other(than: target, record) else { return true }
        throw FedauthError(
            .busy, "the identity '\(target.name.folded(to: 60))' is valid, but \(other)",
            hint: "'--name' gives the new one another name; '--force' replaces it")
    }

    /// Names the profile of a server; an EST server without labels has none.
    private static func profile(_ code: String) -> String {
        code.isEmpty ? "the server's only profile" : "the server profile '\(code.folded(to: 60))'"
    }

    /// Returns how the identity was made, if that differs from the request; nil when it matches.
    private func other(than target: EnrollmentTarget, _ record: EnrollmentRecord) throws(FedauthError) -> String? {
        guard record.method == target.method else {
            return "is from \(Self.profile(record.code)) (\(record.method.rawValue))"
        }
        // Without a code, the previous one applies; the address of a login may contain one.
        let base: WebURL
        let code: String
        if target.method == .est {
            code = target.code ?? record.code
            base = try ESTServer.base(target.base, label: code)
        } else {
            let words = try SLSVocabulary(correctedBy: settings.vocabulary)
            let hasCode = (try? SLSAddresses(base: target.base, code: target.code, words: words)) != nil
            let addresses = try SLSAddresses(base: target.base, code: hasCode ? target.code : record.code, words: words)
            code = addresses.code
            base = addresses.base
        }
        guard code == record.code else { return "is from \(Self.profile(record.code))" }
        guard base.description == record.base else { return "is from '\(record.base.folded(to: 100))'" }
        if let user = signIn.user, let known = record.user, user != known {
            return "is that of '\(known.folded(to: 60))'"
        }
        if let wanted = settings.keyKind, let known = KeyKind(name: record.key), !known.satisfies(wanted) {
            return "has a key of the kind '\(known)'"
        }
        return nil
    }

    /// Throws `usage` when two secrets would be read from stdin, because the first read takes all input. `opensKey`:
    /// whether a passphrase opens the user's own key.
    public func checkStandardInput(opensKey: Bool = false) throws(FedauthError) {
        func isStdin(_ places: SecretPlaces) -> Bool { places.isStdin || places.descriptor == 0 }
        var readers = isStdin(signIn.password) ? ["the password"] : []
        readers += signIn.fields.filter { $0.split(separator: "=", maxSplits: 1).last == "fd:0" }.map { field in
            "the field '\(field.prefix { $0 != "=" })'".folded(to: 80)
        }
        if settings.files.wantPassphrase || opensKey, isStdin(settings.passphrase) { readers.append("the passphrase") }
        guard readers.count > 1 else { return }
        throw FedauthError(
            .usage, "\(readers.joined(separator: " and ")) cannot both come from stdin",
            hint: "give one of them by a file, such as '--passphrase-file FILE'")
    }
}

/// Compares the subject of a certificate with the user.
extension EnrollmentFlow {
    /// Warns when a certificate names another account than its user's, unless `old`, which it replaces, has the same subject.
    func checkSubject(of certificate: IssuedCertificate, user: String?, over old: Identity?) {
        guard settings.subject == nil, settings.registration == nil, old?.subject != certificate.subject,
            let user, !user.isEmpty, !certificate.isOf(user)
        else { return }
        services.reporter.warning(
            "the certificate is for '\(certificate.subject.folded(to: 120))', but '\(user.folded(to: 60))' asked for it; "
                + "a server that gets it signs in the former")
    }
}

extension IssuedCertificate {
    /// Returns whether a name in it can be that of the user's account. A common name with blanks is a person's.
    fileprivate func isOf(_ user: String) -> Bool {
        guard let subject = try? DistinguishedName(parsing: subject) else { return true }
        let accounts = ["UID", "emailAddress"].flatMap(subject.values)
        let common = subject.values(of: "CN")
        let alternative = alternativeNames.map { String($0.drop { $0 != ":" }.dropFirst()) }
        let wanted = Self.account(user)
        if (accounts + common + alternative).contains(where: { Self.account($0) == wanted }) { return true }
        return accounts.isEmpty && !common.contains { !$0.contains(" ") }
    }

    /// Returns the account's name without its domain: `ada` of `LAB\ada` and of `ada@example.org`.
    private static func account(_ name: String) -> String {
        let local = name.split(separator: "\\").last ?? ""
        return local.prefix { $0 != "@" }.lowercased()
    }
}

/// The servers that an identity is bound to, by options, by the profile, and by `identity bind`.
extension EnrollmentFlow {
    /// Returns the new bindings of `old`, and those that options and profile name.
    func origins(
        over old: Identity?, _ pending: PendingEnrollment?
    ) throws(FedauthError) -> (bound: [Origin], named: [Origin]) {
        let named = try IdentityOrigins.parse(settings.origins)
        let before = (old?.enrollment ?? pending?.record)?.named ?? []
        let bound = EnrollmentRecord.origins(
            old?.origins ?? pending?.origins ?? [], naming: named, before: before, isTyped: settings.originsAreTyped)
        return (bound, named.isEmpty ? before : named)
    }

    /// Stores the new identity. Enrolment may have taken minutes, so changes by other commands since its start are
    /// kept: a removed binding stays removed, and a deleted identity stays deleted.
    func keep(_ made: Identity, over latest: Identity?, _ identities: IdentityStore) throws(FedauthError) -> Identity {
        guard let latest else {
            try identities.keep(made, replacing: signIn.isForced)
            return made
        }
        var last: FedauthError?
        var isTaken = false
        // Another command's change takes little time; the new certificate must not be lost because of it.
        for _ in 0..<5 {
            do throws(FedauthError) {
                let kept = try identities.change(made.name) { (one) throws(FedauthError) in
                    // Does not overwrite an identity that was imported meanwhile.
                    guard one.enrollment != nil || latest.enrollment == nil else {
                        isTaken = true
                        throw IdentityStore.exists(made.name)
                    }
                    let bound = one.origins
                    one = made
                    one.origins = EnrollmentRecord.origins(
                        bound, naming: made.origins, before: latest.origins, isTyped: false)
                }
                guard let kept else { throw deletedMeanwhile(made.name) }
                return kept
            } catch  where error.code == .busy && !isTaken { last = error }
        }
        throw last ?? deletedMeanwhile(made.name)
    }

    func deletedMeanwhile(_ name: String) -> FedauthError {
        FedauthError(
            .notFound, "the identity '\(name.folded(to: 60))' was deleted meanwhile, and no new certificate is kept",
            hint: "'fedauth sls enroll' gets another one")
    }

    /// Binds the present identity to the servers that options and profile name now; reports a change.
    func bound(_ identity: Identity, _ identities: IdentityStore) throws(FedauthError) -> Identity {
        func wanted(_ known: Identity) throws(FedauthError) -> Identity {
            let servers = try origins(over: known, nil)
            var changed = known
            changed.origins = servers.bound
            changed.enrollment?.named = servers.named
            return changed
        }
        guard try wanted(identity) != identity else { return identity }
        let changed =
            try identities.change(identity.name) { (one) throws(FedauthError) in one = try wanted(one) } ?? identity
        let gone = identity.origins.filter { !changed.origins.contains($0) }
        if !gone.isEmpty {
            services.reporter.warning(
                "'\(identity.name.folded(to: 60))' is not shown to "
                    + gone.map { "'\($0)'" }.joined(separator: ", ").folded(to: 200) + " any more")
        }
        return changed
    }
}
