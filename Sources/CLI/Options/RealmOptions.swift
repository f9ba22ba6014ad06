/// The option `--realm`, which has different meanings in HTTP and in WS-Federation.
struct RealmOptions: OptionGroup {
    var realm: String?

    mutating func declare(_ list: OptionList) {
        list.option(
            "realm", &realm, "realm", "The relying party of AD FS ('wtrealm'), or the only realm of HTTP to answer.")
    }
}
