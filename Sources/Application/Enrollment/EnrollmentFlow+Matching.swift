public import Core

/// Compares the present identity with the request.
extension EnrollmentFlow {
    /// Returns whether the identity is valid. Throws `busy` for a valid one of another user, server, server profile or
    /// kind of key than requested.
    func isGood(_ identity: Identity, for target: EnrollmentTarget) throws(FedauthError) -> Bool {
        guard isGood(identity) else { return false }
        guard let record = identity.enrollment, let other = try other(than: target, record) else { return true }
        throw FedauthError(
            .busy, "the identity '\(target.name.folded(to: 60))' is valid, but \(other)",
            hint: "'--name' gives the new one another name; '--force' replaces it")
    }

    /// Returns how the identity was made, if that differs from the request; nil when it matches.
    private func other(
        than target: EnrollmentTarget, _ record: EnrollmentRecord
    ) throws(FedauthError) -> String? {
        guard record.method == target.method else {
            return "is from the server profile '\(record.code.folded(to: 60))' (\(record.method.rawValue))"
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
            let addresses = try SLSAddresses(
                base: target.base, code: hasCode ? target.code : record.code, words: words)
            code = addresses.code
            base = addresses.base
        }
        guard code == record.code else { return "is from the server profile '\(record.code.folded(to: 60))'" }
        guard base.description == record.base else { return "is from '\(record.base.folded(to: 100))'" }
        if let user = signIn.user, let known = record.user, user != known {
            return "is that of '\(known.folded(to: 60))'"
        }
        if let wanted = settings.keyKind, let known = KeyKind(name: record.key), !known.satisfies(wanted) {
            return "has a key of the kind '\(known)'"
        }
        return nil
    }

    /// Throws `usage` when two secrets would be read from stdin, because the first read takes all input.
    ///
    /// - Parameter opensKey: whether a passphrase opens the user's own key.
    public func checkStandardInput(opensKey: Bool = false) throws(FedauthError) {
        func isStdin(_ places: SecretPlaces) -> Bool { places.isStdin || places.descriptor == 0 }
        var readers = isStdin(signIn.password) ? ["the password"] : []
        readers += signIn.fields.filter { $0.split(separator: "=", maxSplits: 1).last == "fd:0" }.map { field in
            "the field '\(field.prefix { $0 != "=" })'".folded(to: 80)
        }
        if settings.files.wantPassphrase || opensKey, isStdin(settings.passphrase) {
            readers.append("the passphrase")
        }
        guard readers.count > 1 else { return }
        throw FedauthError(
            .usage, "\(readers.joined(separator: " and ")) cannot both come from stdin",
            hint: "give one of them by a file, such as '--passphrase-file FILE'")
    }
}
