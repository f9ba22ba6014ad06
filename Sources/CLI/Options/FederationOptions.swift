import ArgumentParser
import Core

/// The options of a sign-in by WS-Federation.
struct FederationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The AD FS farm, by its host, or the address of the service's passive endpoint (default path: /adfs/ls/); of "
                + "'fedauth adfs' it is the argument.",
            valueName: "host-or-url"))
    var adfs: String?

    @Option(
        help: ArgumentHelp(
            "Where the answer goes ('wreply'), which must belong to the relying party. Without --finish it is taken there, and "
                + "not sent.",
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
            "Where the user is at home: the identity provider's URI ('whr'), or its name on the farm's list; spares the "
                + "question.",
            valueName: "realm"))
    var homeRealm: String?

    @Option(
        help: ArgumentHelp("The wanted method of authentication ('wauth'), a URI.", valueName: "uri"))
    var wauth: String?

    @Option(
        help: ArgumentHelp(
            "How old a sign-in at AD FS may be ('wfresh'), in whole minutes; 0 means to sign in again.",
            valueName: "time"))
    var fresh: TimeLength?

    @Option(
        help: ArgumentHelp(
            "The context that the answer must bring back ('wctx'; default: random text).", valueName: "text"))
    var wctx: String?
}
