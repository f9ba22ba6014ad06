import ArgumentParser

/// The endpoints of a SAML sign-in.
struct SAMLOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address with which the sign-in begins; of 'fedauth saml' it is the argument.", valueName: "url"))
    var authorizationUrl: String?

    @Option(
        help: ArgumentHelp(
            "The address that ends the sign-in. Parameters count by their names (default: the first address).",
            valueName: "url"))
    var finish: String?

    @Option(
        help: ArgumentHelp(
            "The result is no cookie but this parameter of the finish address, its fragment, or the form that is posted "
                + "there; the address itself is not asked.", valueName: "name"))
    var finishToken: String?

    @Option(
        help: ArgumentHelp(
            "A cookie that must be there too before the sign-in has ended, for applications that set it by a script.",
            valueName: "name"))
    var finishCookie: String?

    @Option(
        help: ArgumentHelp(
            "Derive both addresses from this SAP mobile services "
                + "backend.", valueName: "backend-url"))
    var sap: String?

    @Option(
        help: ArgumentHelp(
            "The application's identifier, which SAP mobile services want with each request ('X-SMP-APPID').",
            valueName: "identifier"))
    var smpApplication: String?

    @Option(
        help: ArgumentHelp(
            "The device's identifier, which goes with it ('X-SMP-DEVICEID').", valueName: "identifier"))
    var smpDevice: String?

    @Flag(help: "Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.")
    var ecp = false

    @Option(
        help: ArgumentHelp(
            "The identity provider's SOAP endpoint for --ecp ('SingleSignOnService' with the SOAP binding in its "
                + "metadata).",
            valueName: "url"))
    var ecpEndpoint: String?

    @Option(help: ArgumentHelp("The service's sign-out address, used by 'fedauth logout'.", valueName: "url"))
    var logoutUrl: String?

    @Flag(help: "Keep the identity provider's SAML response with the session, for 'fedauth token'.")
    var keepAssertion = false
}
