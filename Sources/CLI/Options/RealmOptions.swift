import ArgumentParser

/// The word that means one thing in HTTP and another in WS-Federation; there is one option of that name.
struct RealmOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of AD FS, the relying party that the token is for ('wtrealm'); of HTTP, answer only when the server names this "
                + "realm.",
            valueName: "realm"))
    var realm: String?
}
