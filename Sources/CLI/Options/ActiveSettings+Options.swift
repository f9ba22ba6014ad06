import Application
import Core

/// The options of a sign-in without pages, by WS-Trust.
extension ActiveSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.flag(
            "active", &isActive,
            "Sign in by WS-Trust, without pages: user name and password go in one request. There is no second step.")
        list.option(
            "trust-endpoint", &trustEndpoint, "url",
            "The endpoint of WS-Trust (default: looked up at the farm, /adfs/services/trust/mex).", form: .address)
        list.option(
            "trust-version", &version, "version",
            "The version of WS-Trust: '1.3' or '2005' (default: the endpoint's own, the newer of several).")
        list.flag(
            "trust-certificate", &usesCertificate,
            "Use the identity bound to the endpoint in place of a password: its key signs the message, or authenticates the "
                + "connection (certificatetransport).")
        list.option(
            "token-type", &tokenType, "type",
            "The type of token to ask for: 'saml1.1', 'saml2.0', 'jwt' or a URI (default: the server's choice).",
            form: .tokenType)
        list.option(
            "post-to", &postTo, "url",
            "Post the token to this address of the relying party as a browser would, and keep the cookies that it sets.",
            form: .address)
    }
}

extension TrustVersion: OptionValue {}
