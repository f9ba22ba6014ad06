import Application
import Core

/// What a doctor is to look at besides this machine: the servers of a profile, or one address.
struct DoctorTarget {
    /// Whether the command line names one.
    let isNamed: Bool
    let profile: Profile?
    /// One of each server.
    let addresses: [WebURL]

    private static let keys = [
        "authorization-url", "sap", "adfs", "finish", "reply", "metadata-url", "trust-endpoint", "post-to",
        "exchange-url", "ecp-endpoint", "logout-url", "check",
    ]

    /// Mistakes in the file are told with everything else, and keep nobody from being named.
    ///
    /// Throws `not-found` for a name that is no profile, `usage` for an address that is none.
    init(_ word: String?, _ context: CommandContext) throws(FedauthError) {
        isNamed = word != nil
        guard let word else {
            profile = nil
            addresses = []
            return
        }
        // What is no TOML has no profiles; that will be shown.
        let configuration = try? context.configurationFile.load()
        profile = configuration?.profile(word)
        if let profile {
            let settings = Settings.merged(configuration?.defaults ?? [], under: profile.settings)
            addresses = Self.addresses(Profile(name: profile.name, settings: settings))
        } else if CurrentProfile.isAddress(word) {
            addresses = [try WebURL(argument: word)]
        } else {
            if let configuration { throw CurrentProfile(context).notFound(word, named: word, in: configuration) }
            addresses = []
        }
    }

    /// Those that can be read; the others are mistakes of the file.
    private static func addresses(_ profile: Profile) -> [WebURL] {
        keys.compactMap(profile.text).compactMap { try? WebURL(argument: $0) }.reduce(into: []) { found, url in
            if !found.contains(where: { $0.origin == url.origin }) { found.append(url) }
        }
    }
}
