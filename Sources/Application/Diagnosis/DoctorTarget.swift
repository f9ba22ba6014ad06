import Core

/// The servers that the doctor checks besides this machine: those of a profile, or one address.
struct DoctorTarget {
    /// Whether the command line names a profile or an address.
    let isNamed: Bool
    let profile: Profile?
    /// One address for each server.
    let addresses: [WebURL]

    /// Reads the argument. Ignores mistakes in the file, which another check reports.
    ///
    /// Throws `not-found` for a name that is not a profile, and `usage` for an invalid address.
    ///
    /// - Parameter configuration: the content of the file; nil: it is not TOML.
    init(
        _ word: String?, in configuration: Configuration?, _ current: CurrentProfile
    ) throws(FedauthError) {
        isNamed = word != nil
        guard let word else {
            profile = nil
            addresses = []
            return
        }
        profile = configuration?.profile(word)
        if let profile {
            let layers = SettingLayers(configuration?.defaults ?? [], profile)
            addresses = Self.addresses(Profile(name: profile.name, settings: layers.settings))
        } else if CurrentProfile.isAddress(word) {
            addresses = [try WebURL(argument: word)]
        } else {
            if let configuration { throw current.notFound(word, named: word, in: configuration) }
            addresses = []
        }
    }

    /// Returns the valid addresses. Invalid ones are mistakes of the file.
    private static func addresses(_ profile: Profile) -> [WebURL] {
        // For a server with several addresses, shows the one at which the sign-in begins.
        let settings = AddressSetting.all.filter(\.isContacted)
        let texts = (settings.filter { $0.serverOf != nil } + settings).compactMap { profile.text($0.key) }
        return texts.compactMap { try? WebURL(argument: $0) }.reduce(into: []) { found, url in
            if !found.contains(where: { $0.origin == url.origin }) { found.append(url) }
        }
    }
}
