import ArgumentParser
import Core

/// The options of a sign-in without pages, by WS-Trust.
struct ActiveOptions: ParsableArguments {
    @Flag(
        help: "Sign in by WS-Trust, without pages: user name and password go in one request. There is no second step.")
    var active = false

    @Option("url", "The endpoint of WS-Trust (default: looked up at the farm, /adfs/services/trust/mex).")
    var trustEndpoint: String?

    @Option("version", "The version of WS-Trust: '1.3' or '2005' (default: the endpoint's own, the newer of several).")
    var trustVersion: TrustVersionName?

    @Flag(
        help: ArgumentHelp(
            "Use the identity bound to the endpoint in place of a password: its key signs the message, or authenticates the "
                + "connection (certificatetransport)."))
    var trustCertificate = false

    @Option(
        "type", "The type of token to ask for: 'saml1.1', 'saml2.0', 'jwt' or a URI (default: the server's choice).")
    var tokenType: String?

    @Option(
        "url",
        "Post the token to this address of the relying party as a browser would, and keep the cookies that it sets.")
    var postTo: String?
}

/// The values of `--trust-version`.
enum TrustVersionName: String, ExpressibleByArgument, CaseIterable {
    case version13 = "1.3"
    case february2005 = "2005"

    var version: TrustVersion { self == .version13 ? .version13 : .february2005 }
}
