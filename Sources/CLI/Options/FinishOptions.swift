import ArgumentParser

/// The options for the end of a sign-in with pages, and for what is stored of it.
struct FinishOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address that ends the sign-in. Parameters count by their names (default: of SAML the first address, of AD FS "
                + "the token, wherever it appears).",
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

    @Option(help: ArgumentHelp("The service's sign-out address, used by 'fedauth logout'.", valueName: "url"))
    var logoutUrl: String?

    @Flag(help: "Keep what the identity provider says with the session, for 'fedauth token'.")
    var keepAssertion = false
}
