import Core

/// Connects to a server that issues certificates, as options, profile and store require.
struct EnrollmentServerSetup {
    let server: any EnrollmentServer
    /// The address of the server.
    let base: WebURL
    /// The server's own profile or label; empty: none.
    let code: String
    /// Returns the signed-in user, if known.
    let user: () -> String?

    /// The `shown` identity is for the server, independent of its bindings. `makesRequest` is false for the user's
    /// own request, `answersChallenges` where only the shown certificate may authenticate.
    init(
        _ target: EnrollmentTarget, _ flow: EnrollmentFlow, wishes: EnrollmentWishes, shown: Identity?,
        makesRequest: Bool, answersChallenges: Bool = true
    ) throws(FedauthError) {
        let (services, settings, signIn) = (flow.services, flow.settings, flow.signIn)
        try signIn.checkSources(services)
        let estBase = target.method == .est ? try ESTServer.base(target.base, label: target.code) : nil
        // An option that does not apply is an error: otherwise a password would be sent over an unchecked connection.
        guard estBase != nil || settings.authorityFingerprint == nil else {
            throw FedauthError(
                .usage, "'ca-fingerprint' is for the protocol 'est', and this is a Secure Login Server",
                hint: "name its authority by '--cacert FILE', or its key by '--pin'; '--protocol est' speaks EST")
        }
        var authority: [UInt8]?
        if let estBase, let text = settings.authorityFingerprint {
            authority = try EnrollmentTrust(services: services).authority(of: estBase, CertificateFingerprint(text))
        }
        let identities = shown.map { shown in
            FixedIdentity(shown, to: target.base.origin, others: services.enrollment.storedIdentities())
        }
        let network = try services.enrollment.network(
            ProviderUse(named: [estBase ?? target.base], user: signIn.user, mayAsk: answersChallenges),
            identities: identities, authority: authority)
        let store = try services.store()
        if let estBase {
            base = estBase
            code = target.code ?? ""
            let credentials = CredentialAnswerer(
                options: settings.challenge, hashing: services.hashing, reporter: services.reporter,
                makeCredentials: { (_) throws(FedauthError) in
                    try HTTPCredentials(
                        signIn, for: NamedOrigins([estBase]), charset: settings.challenge.charset, network, store,
                        services)
                })
            server = ESTServer(
                network.agent(for: [estBase]), base: estBase, asksForAttributes: makesRequest,
                answerers: answersChallenges ? [credentials] : [], reporter: services.reporter,
                wait: { services.enrollment.wait(milliseconds: $0) })
            user = { signIn.user }
        } else {
            let words = try SLSVocabulary(correctedBy: settings.vocabulary)
            let addresses = try SLSAddresses(base: target.base, code: target.code, words: words)
            base = addresses.base
            code = addresses.code
            let sls = SLSServer(
                network.agent(for: [addresses.login]), addresses: addresses, words: words, wishes: wishes,
                negotiates: settings.challenge.scheme == .negotiate,
                answers: try LoginCredentials(signIn, network, store, services), reporter: services.reporter)
            server = sls
            user = { sls.user }
        }
    }
}

/// Trust in an EST server by its authority's fingerprint (RFC 7030 section 4.1.1): fetches the authorities over an
/// unchecked connection, accepts only the one with that fingerprint, and checks the server against it.
struct EnrollmentTrust {
    let services: any Services

    /// Returns the authority with that fingerprint, DER. Throws `tls` when the server has none.
    func authority(of base: WebURL, _ fingerprint: CertificateFingerprint) throws(FedauthError) -> [UInt8] {
        let network = try services.enrollment.uncheckedNetwork()
        let server = ESTServer(
            network.agent(for: [base]), base: base, asksForAttributes: false, answerers: [],
            reporter: services.reporter, wait: { _ in })
        let cryptography = services.enrollment.cryptography
        var found: [[UInt8]] = []
        for body in try server.authorities(deadline: network.deadline) {
            found += try cryptography.certificates(in: body, of: "the list of authorities")
        }
        var seen: [String] = []
        for certificate in found {
            let own = try cryptography.fingerprint(ofCertificate: certificate)
            if own == fingerprint.bytes { return certificate }
            seen.append(Hexadecimal.text(own))
        }
        throw FedauthError(
            .tls, "none of the authorities of '\(base.origin.hostAndPort)' has the fingerprint \(fingerprint)",
            hint: "the connection may be intercepted. It has: " + seen.joined(separator: ", ").folded(to: 300))
    }
}
