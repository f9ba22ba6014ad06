import Application
import Core

/// The options that apply to every request.
extension NetworkSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option("cacert", &authorities, "file", "Trust only the certificates in this PEM file.", completion: .file)
        list.option(
            "pin", &pins, "hash", "Accept only servers with this public key (sha256//BASE64). Repeat it for more keys.",
            form: .publicKey)
        list.option(
            "crl", &revocationLists, "file",
            "Accept no server whose certificate, or one above it, is revoked in this PEM file of lists (CRLs). Repeat it "
                + "for more files.", completion: .file)
        list.flag(
            "require-ocsp", &requiresOCSP,
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
            "provider-origin", &providerOrigins, "origin",
            "Ask the provider for this server too, in addition to the servers of the command. Repeat it for more.",
            form: .providerOrigin)
        list.option("proxy", &proxy, "url", "Send requests through this proxy.", form: .proxy)
        list.option("proxy-user", &proxyUser, "name", "The user name for the proxy, when it asks for one.")
        list.option(
            "proxy-password-file", &proxyPassword.file, "file", "Read the proxy's password from this file.",
            completion: .file)
        list.option(
            "proxy-password-fd", &proxyPassword.descriptor, "number", "Read the proxy's password from this descriptor.")
        list.option(
            "proxy-password-command", &proxyPassword.command, "command",
            "Take the proxy's password from what this shell command prints.", completion: .command)
        list.option(
            "resolve", &resolve, "host:port:address", "Use this address for a host, as in curl. Repeat it for more.",
            form: .resolution)
        list.option(
            "allow-host", &allowedHosts, "host",
            "Contact only the hosts of the endpoints and this one ('*.example.org' for all below a domain); login forms "
                + "may send data to it. Repeat it for more.", form: .host)
        list.flag(
            "allow-http", &allowsPlainHTTP,
            "Allow unencrypted http: addresses. They are always allowed on this machine.")
        list.flag(
            "insecure", &isInsecure,
            "Do not check the servers' certificates. Anyone on the network path can read and change everything.",
            mustBeTyped: true)
        list.option("timeout", &timeout, "time", "Give up after this time: 90s, 5m, 1h (default: 5m).")
        list.option(
            "trace", &trace, "file", "Write the conversation to this file, with all secrets masked.", completion: .file)
        list.flag("trace-secrets", &tracesSecrets, "Do not mask the secrets in the trace.", mustBeTyped: true)
    }

    /// Returns the settings for requests of a session: without `--cacert`, the certificates of its sign-in are trusted.
    func trusting(_ session: Session) -> NetworkSettings {
        var settings = self
        settings.authorities = authorities ?? session.authorities
        return settings
    }
}
