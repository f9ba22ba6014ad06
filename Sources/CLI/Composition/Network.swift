import Core
import HTTP
import Markup

/// The transport and its companions, as the network options want them.
struct Network {
    let transport: any Transport
    /// The same for what a browser's pages ask for: with a provider's certificates, and without its fields.
    let pages: any Transport
    /// Whom the transport says that it is; nil: nobody.
    let identities: (any ClientIdentities)?
    let reader: any MarkupReader
    let suffixes: any PublicSuffixes
    let policy: NavigationPolicy
    let timeoutSeconds: Int64

    /// An overall limit when none is given: five minutes, so that a push on a telephone can be found and answered.
    static let defaultTimeoutSeconds: Int64 = 300

    /// - Parameters:
    ///   - storage: where the identities are that servers may ask for; nil: nobody is to be asked for them.
    ///   - provider: where the provider that the options name has a say; nil: nowhere.
    ///   - base: asked instead of the store.
    ///   - trustsAnybody: certificates are not checked, since what is fetched is checked in another way.
    init(
        _ options: NetworkOptions, storage: StoreOptions?, provider: ProviderUse? = nil, context: CommandContext,
        identities base: (any ClientIdentities)? = nil, trustsAnybody: Bool = false
    ) throws(FedauthError) {
        for host in options.allowHost { try NavigationPolicy.check(host: host) }
        var configuration = TransportConfiguration()
        configuration.caFile = options.cacert
        try Self.checkRevocation(options)
        configuration.crlFiles = options.crl
        configuration.requiresOCSP = options.requireOcsp
        configuration.keepsKeyLog = options.trace != nil && options.traceSecrets
        configuration.pins = options.pin
        configuration.resolve = options.resolve
        configuration.isInsecure = options.insecure || trustsAnybody
        configuration.userAgent = "fedauth/\(Version.number)"
        let proxy = ProxySetup(options, context.environment)
        proxy.set(&configuration)
        if options.insecure {
            context.streams.warning(
                "'--insecure': certificates are not checked, anybody on the way can read this "
                    + "sign-in")
        }
        let stored: (any ClientIdentities)? =
            base ?? storage.map { StoredIdentities(named: options.identity, storage: $0, context: context) }
        let setup = try ProviderSetup(options, storage: storage, provider, stored, in: context)
        identities = setup?.identities ?? stored
        let curl = try CurlTransport(
            configuration, clock: context.clock, identities: identities,
            proxyCredential: try proxy.credential(in: context),
            callLimit: ProcessTimeLimit(context.streams, isJSON: context.global.json))
        let reader = LibXMLReader()
        let sent: any Transport
        if let path = options.trace {
            let sink = try context.trace(path, showsSecrets: options.traceSecrets)
            let known = context.knownSecrets
            sent = TracingTransport(curl, sink: sink, known: known, showsSecrets: options.traceSecrets)
            self.reader = TracingReader(reader, sink: sink, known: known)
        } else {
            sent = curl
            self.reader = reader
        }
        transport = setup?.transport(over: sent) ?? sent
        pages = setup?.pages(over: sent) ?? sent
        suffixes = LibPSLSuffixes()
        policy = NavigationPolicy(allowedHosts: options.allowHost, allowsPlainHTTP: options.allowHttp)
        timeoutSeconds = options.timeout?.seconds ?? Self.defaultTimeoutSeconds
    }

    /// Throws `usage` where certificates are to be looked up among the revoked ones, and not to be checked at all.
    private static func checkRevocation(_ options: NetworkOptions) throws(FedauthError) {
        for (isGiven, option) in [(!options.crl.isEmpty, "--crl"), (options.requireOcsp, "--require-ocsp")]
        where isGiven && options.insecure {
            throw FedauthError(
                .usage, "'\(option)' and '--insecure' exclude each other",
                hint: "leave '--insecure' out, or the other one, which may be a setting")
        }
    }

    /// The policy with the hosts of the endpoints, which the user named, on a list that is not empty.
    func policy(for endpoints: [WebURL]) -> NavigationPolicy {
        var policy = policy
        if !policy.allowedHosts.isEmpty { policy.allowedHosts += endpoints.map(\.host) }
        return policy
    }
}
