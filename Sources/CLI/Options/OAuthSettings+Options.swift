import Application
import Core

/// The options of a sign-in by OAuth, without those of its client and of its end.
extension OAuthSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "issuer", &issuer, "url",
            "The authorization server, as its metadata spell it; for 'fedauth oauth', the argument (default: the one that "
                + "the resource names).", form: .address)
        list.option("scope", &scope, "scope", "The scope to ask for, one word or several with blanks.")
        list.option(
            "audience", &audience, "name", "The audience to ask for, where a server wants one beside the scope.")
        list.flag(
            "no-resource", clears: &sendsResource,
            "Do not name the resource to the server, for servers that take a scope only.")
        list.option(
            "grant", &grant, "grant",
            "The way to the token: 'authorization-code' (pages, default), 'device-code', or without a person "
                + "'client-credentials', and for a token of another issuer 'jwt-bearer', 'saml2-bearer' or 'token-exchange'."
        )
        list.option(
            "subject-token", &subject, "source",
            "The token of another issuer for --grant: 'ci' (the job's own), 'session:NAME', or a source as of --field.")
        list.flag("device", &usesDevice, "Sign in on another device, by a code that the terminal shows.")
    }
}

extension OAuthGrantType: OptionValue {}

/// The options of the client of a token request.
extension ClientSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option("client-id", &identifier, "identifier", "The client's identifier at the server.")
        list.option(
            "client-secret-file", &secret.file, "file", "Read the client's secret from this file.", completion: .file)
        list.option("client-secret-fd", &secret.descriptor, "number", "Read the client's secret from this descriptor.")
        list.option(
            "client-secret-command", &secret.command, "command",
            "Take the client's secret from what this shell command prints.", completion: .command)
        list.option(
            "client-secret-store", &secret.entry, "entry",
            "Take the client's secret from this entry of the store.", completion: .names(.entries))
        list.option(
            "client-identity", &identity, "name",
            "Sign who the client is with the key of this identity of the store (private_key_jwt).",
            completion: .names(.identities))
        list.flag(
            "client-in-body", &isInBody,
            "Send the client's identifier and secret in the body, not in an Authorization field.")
        list.flag(
            "client-raw", &isRaw,
            "Send them in that field as they are, for servers that do not decode them as RFC 6749 says.")
    }
}

extension OptionList {
    /// The option `--resource`: what asks for a password, or what a token is for.
    func resource(_ value: inout String?) {
        option(
            "resource", &value, "url",
            "The address that asks for user name and password, or that a token is for; for 'fedauth basic', the argument.",
            form: .address)
    }

    /// The option `--finish`, which each method with pages has.
    func finish(_ value: inout String?) {
        option(
            "finish", &value, "url",
            "The address that ends the sign-in. Only the names of its parameters are compared (default: for SAML the "
                + "first address, for AD FS the token, wherever it appears, for OAuth a free port of this machine).",
            form: .finishAddress)
    }
}
