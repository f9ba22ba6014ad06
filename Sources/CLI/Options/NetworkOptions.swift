import ArgumentParser
import Core
import Core

/// The options that apply to every request.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Trust only the certificates in this PEM file.", valueName: "file"),
        completion: .file())
    var cacert: String?

    @Option(
        help: ArgumentHelp(
            "Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.", valueName: "hash"))
    var pin: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept no server whose certificate, or one above it, is revoked in this PEM file of lists (CRLs). Repeat it for "
                + "more files.",
            valueName: "file"),
        completion: .file())
    var crl: [String] = []

    @Flag(help: "Accept only servers that staple an OCSP answer: their certificate is not revoked.")
    var requireOcsp = false

    @Option(
        help: ArgumentHelp(
            "Show this identity to servers that ask for a client certificate, if it is bound to them (default: the identity "
                + "that is bound).",
            valueName: "name"),
        completion: .identityNames)
    var identity: String?

    @Option(
        help: ArgumentHelp(
            "Ask this program of yours for what servers require: a client certificate, or header fields "
                + "(fedauth-provider(7)).",
            valueName: "program"),
        completion: .file())
    var provider: String?

    @Option(
        help: ArgumentHelp(
            "Ask the provider for this server too, in addition to the servers of the command. Repeat it for more.",
            valueName: "origin"))
    var providerOrigin: [String] = []

    @Option(help: ArgumentHelp("Send requests through this proxy.", valueName: "url"))
    var proxy: String?

    @Option(help: ArgumentHelp("The user name for the proxy, when it asks for one.", valueName: "name"))
    var proxyUser: String?

    @Option(help: ArgumentHelp("Read the proxy's password from this file.", valueName: "file"), completion: .file())
    var proxyPasswordFile: String?

    @Option(help: ArgumentHelp("Read the proxy's password from this descriptor.", valueName: "number"))
    var proxyPasswordFd: Int32?

    @Option(
        help: ArgumentHelp("Take the proxy's password from what this shell command prints.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var proxyPasswordCommand: String?

    @Option(
        help: ArgumentHelp(
            "Use this address for a host, as in curl. Repeat it for "
                + "more.", valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(
        help: ArgumentHelp(
            "Contact only the hosts of the endpoints and this one ('*.example.org' for all below a domain); login forms may "
                + "send data to it. Repeat it for more.",
            valueName: "host"))
    var allowHost: [String] = []

    @Flag(help: "Allow unencrypted http: addresses. They are always allowed on this machine.")
    var allowHttp = false

    @Flag(help: "Do not check the servers' certificates. Anyone on the network path can read and change everything.")
    var insecure = false

    @Option(help: ArgumentHelp("Give up after this time: 90s, 5m, 1h (default: 5m).", valueName: "time"))
    var timeout: TimeLength?

    @Option(
        help: ArgumentHelp("Write the conversation to this file, with all secrets masked.", valueName: "file"),
        completion: .file())
    var trace: String?

    @Flag(help: "Do not mask the secrets in the trace.")
    var traceSecrets = false
}

extension NetworkOptions {
    /// Returns the options for requests of a session: without `--cacert`, the certificates of its sign-in are trusted.
    func trusting(_ session: Session) -> NetworkOptions {
        var options = self
        options.cacert = cacert ?? session.authorities
        return options
    }
}
