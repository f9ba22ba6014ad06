import Core

/// Compares the subject of a certificate with the user.
extension EnrollmentFlow {
    /// Warns when a certificate names another account than that of the user who asked for it.
    ///
    /// - Parameter old: the certificate that it replaces: its subject is known.
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
    /// Returns whether a name of the certificate can be that of the user's account. The common name of a person, with
    /// blanks, says nothing about it.
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
