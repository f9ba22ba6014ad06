import Application

/// The endpoints of a SAML sign-in.
extension SAMLSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "authorization-url", &authorizationURL, "url",
            "The address where the sign-in begins; for 'fedauth saml', the argument.", form: .address)
        list.option(
            "sap", &sap, "backend-url", "Derive both addresses from this SAP mobile services backend.", form: .address)
        list.option(
            "smp-application", &smpApplication, "identifier",
            "The application's identifier, which SAP mobile services require in each request ('X-SMP-APPID').")
        list.option(
            "smp-device", &smpDevice, "identifier",
            "The device's identifier, sent with the application's ('X-SMP-DEVICEID').")
        list.flag("ecp", &usesECP, "Sign in by the Enhanced Client or Proxy profile (PAOS): no page is shown.")
        list.option(
            "ecp-endpoint", &ecpEndpoint, "url",
            "The identity provider's SOAP endpoint for --ecp ('SingleSignOnService' with the SOAP binding in its "
                + "metadata).", form: .address)
    }
}
