import Core

/// What a doctor is to look at besides this machine: the servers of a profile, or one address.
struct DoctorTarget {
    let profile: Profile?
    /// One of each server.
    let addresses: [WebURL]

    private static let keys = ["authorization-url", "sap", "finish", "ecp-endpoint", "logout-url", "check"]

    /// Throws `not-found` for a name that is no profile, `usage` for an address that is none.
    init(_ word: String?, _ context: CommandContext, isConfigurationRead: Bool) throws(FedauthError) {
        guard let word else {
            profile = nil
            addresses = []
            return
        }
        // A broken configuration is what will be shown; its profiles are not known.
        let configuration = isConfigurationRead ? try context.configuration() : Core.Configuration()
        let isKnown = isConfigurationRead || CurrentProfile.isAddress(word)
        profile = isKnown ? try CurrentProfile(context).profile(word, in: configuration) : nil
        guard let profile else {
            addresses = isKnown ? [try WebURL(argument: word)] : []
            return
        }
        var found: [WebURL] = []
        for text in Self.keys.compactMap(profile.text) {
            let url = try WebURL(argument: text)
            if !found.contains(where: { $0.origin == url.origin }) { found.append(url) }
        }
        addresses = found
    }
}
