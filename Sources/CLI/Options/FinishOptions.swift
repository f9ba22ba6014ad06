import ArgumentParser

/// The options for the end of a sign-in with pages, and for what is stored of it.
struct FinishOptions: ParsableArguments {
    @Option(
        "url",
        "The address that ends the sign-in. Only the names of its parameters are compared (default: for SAML the "
            + "first address, for AD FS the token, wherever it appears).")
    var finish: String?

    @Option(
        "name",
        "The result is not a cookie but this parameter of the finish address, of its fragment, or of the form posted "
            + "to it; the address itself is not requested.")
    var finishToken: String?

    @Option(
        "name",
        "A cookie that must be set too before the sign-in is complete, for applications that set it by a script.")
    var finishCookie: String?

    @Option("url", "The service's sign-out address, used by 'fedauth logout'.")
    var logoutUrl: String?

    @Flag(help: "Keep the identity provider's response with the session, for 'fedauth token'.")
    var keepAssertion = false
}
