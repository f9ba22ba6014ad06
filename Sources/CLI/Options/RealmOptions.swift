import ArgumentParser

/// The option `--realm`, which has different meanings in HTTP and in WS-Federation.
struct RealmOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of AD FS, the relying party that the token is for ('wtrealm'); of HTTP, answer only when the server names this "
                + "realm.",
            valueName: "realm"))
    var realm: String?
}
