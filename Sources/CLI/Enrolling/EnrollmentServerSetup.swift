import Application
import Core
import Crypto
import Secrets

/// Connects to a server that issues certificates, as options, profile and store require.
struct EnrollmentServerSetup {
    let server: any EnrollmentServer
    let network: Network
    /// The address of the server.
    let base: WebURL
    /// The server's own profile or label; empty: none.
    let code: String
    /// Returns the signed-in user, if known.
    let user: () -> String?

    /// - Parameters:
    ///   - shown: an identity for the server, independent of its bindings.
    ///   - makesRequest: false when the request is the user's own.
    ///   - answersChallenges: false when only the shown certificate may authenticate.
    init(
        _ target: EnrollmentTarget, _ run: EnrollmentRun, wishes: EnrollmentWishes, shown: Identity?,
        makesRequest: Bool, answersChallenges: Bool = true
    ) throws(FedauthError) {
        let context = run.context
        let signIn = run.options.signIn
        var options = run.options.network
        try signIn.checkSources()
        let estBase = target.method == .est ? try ESTServer.base(target.base, label: target.code) : nil
        // An option that does not apply is an error: otherwise a password would be sent over an unchecked connection.
        guard estBase != nil || run.enrollment.caFingerprint == nil else {
            throw FedauthError(
                .usage, "'ca-fingerprint' is for the protocol 'est', and this is a Secure Login Server",
                hint: "name its authority by '--cacert FILE', or its key by '--pin'; '--protocol est' speaks EST")
        }
        if let estBase, let text = run.enrollment.caFingerprint {
            options.cacert = try EnrollmentTrust(context: context, options: options)
                .anchor(of: estBase, CertificateFingerprint(text))
        }
        let storage = run.options.storage
        let identities = shown.map { shown in
            FixedIdentity(
                shown, to: target.base.origin,
                others: StoredIdentities(named: options.identity, storage: storage, context: context))
        }
        let network = try Network(
            options, storage: storage,
            provider: ProviderUse(named: [estBase ?? target.base], user: signIn.user, mayAsk: answersChallenges),
            context: context, identities: identities)
        let store = try context.store(storage)
        let services = context.services(run.options)
        self.network = network
        if let estBase {
            base = estBase
            code = target.code ?? ""
            let credentials = CredentialAnswerer(
                options: run.challenge, hashing: AuthenticationHashes(), reporter: context.streams,
                makeCredentials: { (_) throws(FedauthError) in
                    try HTTPCredentials(
                        signIn.values, for: NamedOrigins([estBase]), network, store, services)
                })
            server = ESTServer(
                base: estBase, asksForAttributes: makesRequest, transport: network.transport, reader: network.reader,
                suffixes: network.suffixes, clock: context.clock, policy: network.policy(for: [estBase]),
                answerers: answersChallenges ? [credentials] : [], reporter: context.streams,
                wait: { SystemClock.sleep(milliseconds: $0) })
            user = { signIn.user }
        } else {
            let words = try SLSVocabulary(correctedBy: run.enrollment.slsName)
            let addresses = try SLSAddresses(base: target.base, code: target.code, words: words)
            base = addresses.base
            code = addresses.code
            let sls = SLSServer(
                addresses: addresses, words: words, wishes: wishes,
                negotiates: run.challenge.scheme == .negotiate, transport: network.transport,
                suffixes: network.suffixes, clock: context.clock, policy: network.policy(for: [addresses.login]),
                answers: try LoginCredentials(signIn.values, network, store, services), reporter: context.streams)
            server = sls
            user = { sls.user }
        }
    }
}
