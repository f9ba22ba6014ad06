import ArgumentParser

/// The endpoints of a SAML sign-in.
struct SAMLOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address where the sign-in begins; for 'fedauth saml', the argument.", valueName: "url"))
    var authorizationUrl: String?

    @Option(
        help: ArgumentHelp(
            "Derive both addresses from this SAP mobile services "
                + "backend.", valueName: "backend-url"))
    var sap: String?

    @Option(
        help: ArgumentHelp(
            "The application's identifier, which SAP mobile services require in each request ('X-SMP-APPID').",
            valueName: "identifier"))
    var smpApplication: String?

    @Option(
        help: ArgumentHelp(
            "The device's identifier, sent with the application's ('X-SMP-DEVICEID').", valueName: "identifier"))
    var smpDevice: String?

    @Flag(help: "Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.")
    var ecp = false

    @Option(
        help: ArgumentHelp(
            "The identity provider's SOAP endpoint for --ecp ('SingleSignOnService' with the SOAP binding in its "
                + "metadata).",
            valueName: "url"))
    var ecpEndpoint: String?
}
