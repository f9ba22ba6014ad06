import Core
import Core

/// The options that apply to every request.
struct NetworkOptions: OptionGroup {
    var cacert: String?
    var pin: [String] = []
    var crl: [String] = []
    var requireOcsp = false
    var identity: String?
    var provider: String?
    var providerOrigin: [String] = []
    var proxy: String?
    var proxyUser: String?
    var proxyPasswordFile: String?
    var proxyPasswordFd: Int32?
    var proxyPasswordCommand: String?
    var resolve: [String] = []
    var allowHost: [String] = []
    var allowHttp = false
    var insecure = false
    var timeout: TimeLength?
    var trace: String?
    var traceSecrets = false

    mutating func declare(_ list: OptionList) {
        list.option("cacert", &cacert, "file", "Trust only the certificates in this PEM file.", completion: .file)
        list.option(
            "pin", &pin, "hash", "Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.")
        list.option(
            "crl", &crl, "file",
            "Accept no server whose certificate, or one above it, is revoked in this PEM file of lists (CRLs). Repeat it "
                + "for more files.", completion: .file)
        list.flag(
            "require-ocsp", &requireOcsp,
            "Accept only servers that staple an OCSP answer: their certificate is not revoked.")
        list.option(
            "identity", &identity, "name",
            "Show this identity to servers that ask for a client certificate, if it is bound to them (default: the "
                + "identity that is bound).", completion: .names(.identities))
        list.option(
            "provider", &provider, "program",
            "Ask this program of yours for what servers require: a client certificate, or header fields "
                + "(fedauth-provider(7)).", completion: .file)
        list.option(
            "provider-origin", &providerOrigin, "origin",
            "Ask the provider for this server too, in addition to the servers of the command. Repeat it for more.")
        list.option("proxy", &proxy, "url", "Send requests through this proxy.")
        list.option("proxy-user", &proxyUser, "name", "The user name for the proxy, when it asks for one.")
        list.option(
            "proxy-password-file", &proxyPasswordFile, "file", "Read the proxy's password from this file.",
            completion: .file)
        list.option("proxy-password-fd", &proxyPasswordFd, "number", "Read the proxy's password from this descriptor.")
        list.option(
            "proxy-password-command", &proxyPasswordCommand, "command",
            "Take the proxy's password from what this shell command prints.", completion: .command)
        list.option(
            "resolve", &resolve, "host:port:address", "Use this address for a host, as in curl. Repeat it for more.")
        list.option(
            "allow-host", &allowHost, "host",
            "Contact only the hosts of the endpoints and this one ('*.example.org' for all below a domain); login forms "
                + "may send data to it. Repeat it for more.")
        list.flag(
            "allow-http", &allowHttp, "Allow unencrypted http: addresses. They are always allowed on this machine.")
        list.flag(
            "insecure", &insecure,
            "Do not check the servers' certificates. Anyone on the network path can read and change everything.",
            mustBeTyped: true)
        list.option("timeout", &timeout, "time", "Give up after this time: 90s, 5m, 1h (default: 5m).")
        list.option(
            "trace", &trace, "file", "Write the conversation to this file, with all secrets masked.", completion: .file)
        list.flag("trace-secrets", &traceSecrets, "Do not mask the secrets in the trace.", mustBeTyped: true)
    }
}

extension NetworkOptions {
    /// Returns the options for requests of a session: without `--cacert`, the certificates of its sign-in are trusted.
    func trusting(_ session: Session) -> NetworkOptions {
        var options = self
        options.cacert = cacert ?? session.authorities
        return options
    }
}
