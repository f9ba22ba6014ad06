import Application
import Core
import HTTP
import Markup

extension Network {
    /// Creates the parts that the network options describe.
    ///
    /// - Parameters:
    ///   - storage: the store with the identities that servers may ask for; nil: no identity is used.
    ///   - provider: the servers for which the provider in the options is asked; nil: none.
    ///   - base: the source of identities instead of the store.
    ///   - trustsAnybody: certificates are not checked, because the fetched content is checked in another way.
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
                "'--insecure': certificates are not checked: anyone on the network path can read this "
                    + "sign-in")
        }
        let stored: (any ClientIdentities)? =
            base ?? storage.map { StoredIdentities(named: options.identity, storage: $0, context: context) }
        let setup = try ProviderSetup(options, storage: storage, provider, stored, in: context)
        let identities = setup?.identities ?? stored
        let curl = try CurlTransport(
            configuration, clock: context.clock, identities: identities,
            proxyCredential: try proxy.credential(in: context),
            callLimit: ProcessTimeLimit(context.streams, isJSON: context.global.json))
        var reader: any MarkupReader = LibXMLReader()
        var sent: any Transport = curl
        if let path = options.trace {
            let sink = try context.trace(path, showsSecrets: options.traceSecrets)
            let known = context.knownSecrets
            sent = TracingTransport(curl, sink: sink, known: known, showsSecrets: options.traceSecrets)
            reader = TracingReader(reader, sink: sink, known: known)
        }
        self.init(
            UserAgent(
                transport: setup?.transport(over: sent) ?? sent, reader: reader, suffixes: LibPSLSuffixes(),
                clock: context.clock,
                policy: NavigationPolicy(allowedHosts: options.allowHost, allowsPlainHTTP: options.allowHttp)),
            pages: setup?.pages(over: sent) ?? sent, identities: identities,
            timeoutSeconds: options.timeout?.seconds ?? Self.defaultTimeoutSeconds)
    }

    /// Throws `usage` when options ask for revocation checks and switch off certificate checks.
    private static func checkRevocation(_ options: NetworkOptions) throws(FedauthError) {
        for (isGiven, option) in [(!options.crl.isEmpty, "--crl"), (options.requireOcsp, "--require-ocsp")]
        where isGiven && options.insecure {
            throw FedauthError(
                .usage, "'\(option)' and '--insecure' exclude each other",
                hint: "leave '--insecure' out, or the other one, which may be a setting")
        }
    }
}
