import ArgumentParser

/// The option `--realm`, which has different meanings in HTTP and in WS-Federation.
struct RealmOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "For AD FS, the relying party that the token is for ('wtrealm'). For HTTP, answer only when the server names "
                + "this realm.",
            valueName: "realm"))
    var realm: String?
}
