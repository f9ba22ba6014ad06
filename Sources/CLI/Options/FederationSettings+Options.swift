import Application

/// The options of a sign-in by WS-Federation.
extension FederationSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "adfs", &adfs, "host-or-url",
            "The AD FS farm, by its host, or the address of the service's passive endpoint (default path: /adfs/ls/); for "
                + "'fedauth adfs', the argument.", form: .passiveEndpoint)
        list.option(
            "reply", &reply, "url",
            "The address for the answer ('wreply'); it must belong to the relying party. Without --finish, fedauth takes "
                + "the answer and does not send it there.", form: .finishAddress)
        list.option(
            "metadata-url", &metadataURL, "url",
            "A platform's metadata address: the answer goes to /adfs/token below it, and comes back by a redirect to "
                + "http://localhost.", form: .address)
        list.option(
            "home-realm", &homeRealm, "realm",
            "The user's home realm: the identity provider's URI ('whr'), or its name on the farm's list; avoids the "
                + "question.")
        list.option("wauth", &wauth, "uri", "The required method of authentication ('wauth'), a URI.")
        list.option("wctx", &wctx, "text", "The context that the answer must return ('wctx'; default: random text).")
    }
}

extension OptionList {
    /// The option `--realm`, which has different meanings in HTTP and in WS-Federation.
    func realm(_ value: inout String?) {
        option("realm", &value, "realm", "The relying party of AD FS ('wtrealm'), or the only realm of HTTP to answer.")
    }
}
