import ArgumentParser
import Core
import Core

/// The options that apply to every request.
struct NetworkOptions: ParsableArguments {
    @Option("file", "Trust only the certificates in this PEM file.", completion: .file())
    var cacert: String?

    @Option("hash", "Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.")
    var pin: [String] = []

    @Option(
        "file",
        "Accept no server whose certificate, or one above it, is revoked in this PEM file of lists (CRLs). Repeat it "
            + "for more files.", completion: .file())
    var crl: [String] = []

    @Flag(help: "Accept only servers that staple an OCSP answer: their certificate is not revoked.")
    var requireOcsp = false

    @Option(
        "name",
        "Show this identity to servers that ask for a client certificate, if it is bound to them (default: the "
            + "identity that is bound).", completion: .identityNames)
    var identity: String?

    @Option(
        "program",
        "Ask this program of yours for what servers require: a client certificate, or header fields "
            + "(fedauth-provider(7)).", completion: .file())
    var provider: String?

    @Option(
        "origin",
        "Ask the provider for this server too, in addition to the servers of the command. Repeat it for more.")
    var providerOrigin: [String] = []

    @Option("url", "Send requests through this proxy.")
    var proxy: String?

    @Option("name", "The user name for the proxy, when it asks for one.")
    var proxyUser: String?

    @Option("file", "Read the proxy's password from this file.", completion: .file())
    var proxyPasswordFile: String?

    @Option("number", "Read the proxy's password from this descriptor.")
    var proxyPasswordFd: Int32?

    @Option(
        "command",
        "Take the proxy's password from what this shell command prints.", completion: .shellCommand("compgen -c"))
    var proxyPasswordCommand: String?

    @Option("host:port:address", "Use this address for a host, as in curl. Repeat it for more.")
    var resolve: [String] = []

    @Option(
        "host",
        "Contact only the hosts of the endpoints and this one ('*.example.org' for all below a domain); login forms "
            + "may send data to it. Repeat it for more.")
    var allowHost: [String] = []

    @Flag(help: "Allow unencrypted http: addresses. They are always allowed on this machine.")
    var allowHttp = false

    @Flag(help: "Do not check the servers' certificates. Anyone on the network path can read and change everything.")
    var insecure = false

    @Option("time", "Give up after this time: 90s, 5m, 1h (default: 5m).")
    var timeout: TimeLength?

    @Option("file", "Write the conversation to this file, with all secrets masked.", completion: .file())
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
