import ArgumentParser

/// The endpoints of a SAML sign-in.
struct SAMLOptions: ParsableArguments {
    @Option("url", "The address where the sign-in begins; for 'fedauth saml', the argument.")
    var authorizationUrl: String?

    @Option("backend-url", "Derive both addresses from this SAP mobile services backend.")
    var sap: String?

    @Option(
        "identifier",
        "The application's identifier, which SAP mobile services require in each request ('X-SMP-APPID').")
    var smpApplication: String?

    @Option("identifier", "The device's identifier, sent with the application's ('X-SMP-DEVICEID').")
    var smpDevice: String?

    @Flag(help: "Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.")
    var ecp = false

    @Option(
        "url",
        "The identity provider's SOAP endpoint for --ecp ('SingleSignOnService' with the SOAP binding in its "
            + "metadata).")
    var ecpEndpoint: String?
}
