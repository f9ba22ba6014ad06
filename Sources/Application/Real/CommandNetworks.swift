public import Core
internal import Crypto
internal import HTTP
internal import System

/// Opens the store.
public typealias StoreOpening = () throws(FedauthError) -> any CredentialStore

/// Creates the networks of one command. They share the proxy's credential, the providers and the traces.
public final class CommandNetworks {
    // The context has the networks.
    private unowned let command: Context
    private let userAgent: String
    private let callLimit: any CallTimeLimit
    private var proxyCredentials: [[String]: ProxyCredential] = [:]
    private var providers: [[String]: ProviderClient] = [:]
    private var traces: [String: (file: FileTrace, sink: StruckTrace, conversation: ConversationTrace)] = [:]

    /// Creates no network yet. `callLimit` ends the process when a library does not return in time.
    public init(_ command: Context, userAgent: String, callLimit: any CallTimeLimit) {
        (self.command, self.userAgent, self.callLimit) = (command, userAgent, callLimit)
    }

    /// Creates the network that the settings describe. Servers may ask for the identities of `base`, else of `store`;
    /// `provider` has the servers for which the provider of the settings is asked; nil: none. `skipsVerification`:
    /// certificates are not checked, because the fetched content is checked in another way.
    public func network(
        _ settings: NetworkSettings, store: StoreOpening? = nil, provider: ProviderUse? = nil,
        identities base: (any ClientIdentities)? = nil, skipsVerification: Bool = false
    ) throws(FedauthError) -> Network {
        for host in settings.allowedHosts { try NavigationPolicy.check(host: host) }
        try settings.checkRevocation()
        if settings.isInsecure {
            command.reporter.warning(
                "'--insecure': certificates are not checked: anyone on the network path can read this sign-in")
        }
        let stored = base ?? store.map { StoredIdentities(named: settings.identity, store: $0, in: command) }
        let setup = try ProviderSetup(settings, provider, store: store, stored, in: command, sharing: &providers)
        let identities = setup?.identities ?? stored
        let curl = try transport(settings, store: store, identities: identities, skipsVerification: skipsVerification)
        var reader: any MarkupReader = command.reader
        var sent: any Transport = MaskingTransport(curl, known: command.known)
        var conversation: ConversationTrace?
        if let path = settings.trace {
            let trace = try trace(path, showsSecrets: settings.tracesSecrets)
            sent = TracingTransport(sent, trace: trace.conversation)
            conversation = trace.conversation
            reader = TracingReader(reader, sink: trace.sink, known: command.known, clock: command.clock)
        }
        let policy = NavigationPolicy(allowedHosts: settings.allowedHosts, allowsPlainHTTP: settings.allowsPlainHTTP)
        return Network(
            UserAgent(
                transport: setup?.transport(over: sent) ?? sent, reader: reader, suffixes: LibPSLSuffixes(),
                clock: LimitedClock(command.clock, seconds: settings.timeout?.seconds), policy: policy,
                trace: conversation),
            pages: setup?.pages(over: sent) ?? sent, identities: identities, trace: conversation,
            authorities: settings.authorities.map(FileNames.absolute))
    }

    /// Throws `usage` for a proxy, or a credential for it, that cannot be used.
    public func checkProxy(_ settings: NetworkSettings) throws(FedauthError) {
        let proxy = ProxySetup(settings, command.environment)
        _ = try proxy.credential(in: command, sharing: &proxyCredentials)
        var configuration = TransportConfiguration()
        proxy.set(&configuration)
        try configuration.check()
    }

    private func transport(
        _ settings: NetworkSettings, store: StoreOpening?, identities: (any ClientIdentities)?, skipsVerification: Bool
    ) throws(FedauthError) -> CurlTransport {
        var configuration = TransportConfiguration()
        configuration.caFile = settings.authorities
        configuration.crlFiles = settings.revocationLists
        configuration.requiresOCSP = settings.requiresOCSP
        configuration.keepsKeyLog = settings.trace != nil && settings.tracesSecrets
        configuration.pins = settings.pins
        configuration.resolve = settings.resolve
        configuration.isInsecure = settings.isInsecure || skipsVerification
        configuration.userAgent = userAgent
        let proxy = ProxySetup(settings, command.environment)
        proxy.set(&configuration)
        return try CurlTransport(
            configuration, clock: command.clock, identities: identities,
            proxyCredential: try proxy.credential(in: command, store: store, sharing: &proxyCredentials),
            callLimit: callLimit, reporter: command.reporter,
            sending: { [refused = command.refused] in refused.leave() })
    }

    /// Returns the trace. All networks of the command share it, because they belong to one conversation.
    private func trace(
        _ path: String, showsSecrets: Bool
    ) throws(FedauthError) -> (file: FileTrace, sink: StruckTrace, conversation: ConversationTrace) {
        if let trace = traces[path] { return trace }
        try command.checkResult(path)
        let file = try FileTrace(path: path)
        let sink = StruckTrace(to: file, striking: command.known, showsSecrets: showsSecrets)
        let conversation = ConversationTrace(
            sink, known: command.known, showsSecrets: showsSecrets, clock: command.clock)
        conversation.begin(by: userAgent)
        traces[path] = (file, sink, conversation)
        return (file, sink, conversation)
    }

    /// Writes to the traces what the user is told or asked.
    public func tell(_ kind: String, _ text: String) {
        for trace in traces.values { trace.conversation.tell(kind, text) }
    }

    /// Ends the traces with how the command has ended, or with that another command takes its place.
    public func endTraces(_ error: FedauthError?, handsOver: Bool = false) {
        let ended = traces
        traces = [:]
        for (path, trace) in ended {
            trace.conversation.end(error, handsOver: handsOver)
            trace.file.end()
            guard trace.file.isIncomplete else { continue }
            command.reporter.warning("the trace '\(path.folded(to: 100))' is cut: not all of it could be written")
        }
    }

    /// Releases the secrets of proxies, providers and traces.
    public func forgetSecrets() {
        proxyCredentials = [:]
        providers = [:]
        endTraces(nil)
    }
}

extension Context {
    /// Returns what servers and tokens have refused; nil without a store.
    func refusals(in store: StoreOpening, isSent: Bool) -> RefusedSecrets? {
        guard let store = try? store() else { return nil }
        return RefusedSecrets(
            store, ofCommand: refused, hashing: AuthenticationHashes(), reporter: reporter, clock: clock, isSent: isSent
        )
    }
}

extension StoredIdentities {
    /// Reads nothing yet; see the other initializer.
    public convenience init(
        named name: String?, preferring preferred: String? = nil, for named: NamedOrigins? = nil,
        store: @escaping StoreOpening, in command: Context
    ) {
        self.init(
            named: name, preferring: preferred, for: named, store: store, prompter: { command.prompter() },
            reporter: command.reporter, clock: command.clock, refusals: { command.refusals(in: store, isSent: false) })
    }
}
