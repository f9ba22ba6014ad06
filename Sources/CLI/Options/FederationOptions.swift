import ArgumentParser
import Core

/// The options of a sign-in by WS-Federation.
struct FederationOptions: ParsableArguments {
    @Option(
        "host-or-url",
        "The AD FS farm, by its host, or the address of the service's passive endpoint (default path: /adfs/ls/); for "
            + "'fedauth adfs', the argument.")
    var adfs: String?

    @Option(
        "url",
        "The address for the answer ('wreply'); it must belong to the relying party. Without --finish, fedauth takes "
            + "the answer and does not send it there.")
    var reply: String?

    @Option(
        "url",
        "A platform's metadata address: the answer goes to /adfs/token below it, and comes back by a redirect to "
            + "http://localhost.")
    var metadataUrl: String?

    @Option(
        "realm",
        "The user's home realm: the identity provider's URI ('whr'), or its name on the farm's list; avoids the "
            + "question.")
    var homeRealm: String?

    @Option("uri", "The required method of authentication ('wauth'), a URI.")
    var wauth: String?

    @Option("text", "The context that the answer must return ('wctx'; default: random text).")
    var wctx: String?
}
