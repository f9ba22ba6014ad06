import ArgumentParser

/// The option `--realm`, which has different meanings in HTTP and in WS-Federation.
struct RealmOptions: ParsableArguments {
    @Option("realm", "The relying party of AD FS ('wtrealm'), or the only realm of HTTP to answer.")
    var realm: String?
}
