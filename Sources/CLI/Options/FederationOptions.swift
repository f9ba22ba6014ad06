import ArgumentParser
import Core

/// The options of a sign-in by WS-Federation.
struct FederationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The AD FS farm, by its host, or the address of the service's passive endpoint (default path: /adfs/ls/); for "
                + "'fedauth adfs', the argument.",
            valueName: "host-or-url"))
    var adfs: String?

    @Option(
        help: ArgumentHelp(
            "The address for the answer ('wreply'); it must belong to the relying party. Without --finish, fedauth takes "
                + "the answer and does not send it there.",
            valueName: "url"))
    var reply: String?

    @Option(
        help: ArgumentHelp(
            "A platform's metadata address: the answer goes to /adfs/token below it, and comes back by a redirect to "
                + "http://localhost.",
            valueName: "url"))
    var metadataUrl: String?

    @Option(
        help: ArgumentHelp(
            "The user's home realm: the identity provider's URI ('whr'), or its name on the farm's list; avoids the question.",
            valueName: "realm"))
    var homeRealm: String?

    @Option(
        help: ArgumentHelp("The required method of authentication ('wauth'), a URI.", valueName: "uri"))
    var wauth: String?

    @Option(
        help: ArgumentHelp(
            "The context that the answer must return ('wctx'; default: random text).", valueName: "text"))
    var wctx: String?
}
