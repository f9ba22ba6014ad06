public import Core

/// How a command reaches servers.
public struct NetworkSettings {
    /// The PEM file of the trusted certificates; nil: those of the system.
    public var authorities: String?
    /// The accepted public keys of servers, `sha256//BASE64`; empty: any.
    public var pins: [String] = []
    /// The PEM files of revocation lists.
    public var revocationLists: [String] = []
    /// Whether servers have to staple an OCSP answer.
    public var requiresOCSP = false
    /// The only client certificate to use; nil: any that is bound to the server.
    public var identity: String?
    /// The program to ask for what servers require.
    public var provider: String?
    /// Servers for which the provider is asked, in addition to those of the command, as they are typed.
    public var providerOrigins: [String] = []
    /// The proxy for all requests.
    public var proxy: String?
    /// The user name for the proxy.
    public var proxyUser: String?
    /// The source of the proxy's password.
    public var proxyPassword = SecretPlaces(secret: "proxy's password", option: "--proxy-password")
    /// `HOST:PORT:ADDRESS` entries that replace name resolution.
    public var resolve: [String] = []
    /// The hosts to contact in addition to those of the endpoints; empty: all.
    public var allowedHosts: [String] = []
    /// Whether unencrypted addresses of other machines are allowed.
    public var allowsPlainHTTP = false
    /// Whether the certificates of servers are not checked.
    public var isInsecure = false
    /// The time limit of the whole command; nil: that of the clock.
    public var timeout: TimeLength?
    /// The file for the trace.
    public var trace: String?
    /// Whether the trace shows secrets.
    public var tracesSecrets = false

    /// Creates the defaults: the system's trust, no proxy, no provider, five minutes.
    public init() {}

    /// The options about revocation that are set: a browser and a presenter of the user cannot follow them.
    var revocationOptions: [String] {
        (revocationLists.isEmpty ? [] : ["--crl"]) + (requiresOCSP ? ["--require-ocsp"] : [])
    }

    /// Throws `usage` when revocation checks are wanted and certificate checks are switched off.
    func checkRevocation() throws(FedauthError) {
        guard isInsecure, let option = revocationOptions.first else { return }
        throw FedauthError(
            .usage, "'\(option)' and '--insecure' exclude each other",
            hint: "leave '--insecure' out, or the other one, which may be a setting")
    }
}
