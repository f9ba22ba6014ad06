public import Core

extension Profile {
    /// Returns the address in one of these settings, if it belongs to the service: the token of an exchange may be for
    /// another server than the one that exchanges it.
    public func serviceAddress(_ key: String) -> WebURL? {
        guard key != "exchange-url" || text("exchange-for") == nil else { return nil }
        return text(key).flatMap { try? WebURL(argument: $0) }
    }

    /// The servers that the profile names.
    public var origins: Set<Origin> {
        let keys = AddressSetting.ofService + ["provider-origin"]
        let texts = settings.filter { keys.contains($0.key) }.flatMap(\.values).map(\.word)
        return Set(texts.compactMap { try? WebURL(argument: $0).origin })
    }

    /// The service addresses that the profile names. A finish address on this machine is fedauth's own listener.
    public var serviceAddresses: [WebURL] {
        AddressSetting.ofService.compactMap { key in
            let url = serviceAddress(key)
            let isFinish = key == "finish" || key == "reply"
            return isFinish && url.map(FinishChoice.isOnThisMachine) ?? false ? nil : url
        }
    }

    /// The value that names its server; nil when there is none.
    public var address: String? { signInMethod.flatMap { $0.serverSettings.lazy.compactMap(text).first } }

    /// The method by which the profile signs in; nil for an unknown one.
    var signInMethod: SignInMethodName? {
        guard let setting = settings.first(where: { $0.key == "method" }) else { return .saml }
        return setting.values.first.flatMap { SignInMethodName(rawValue: $0.word) }
    }
}

extension Configuration {
    /// Returns the profiles with a service address at an origin, in the order in which their settings identify a service.
    public func profiles(for origin: Origin) -> [Profile] {
        var found: [Profile] = []
        for key in AddressSetting.ofService {
            found += profiles.filter { profile in
                profile.serviceAddress(key)?.origin == origin && !found.contains { $0.name == profile.name }
            }
        }
        return found
    }

    /// Returns the first profile, of this name if one is given, that enrols certificates for an origin; nil when there is none.
    public func enrollingProfile(for origin: Origin, named name: String? = nil) -> Profile? {
        profiles.first { profile in
            guard profile.text("method") == SignInMethodName.sls.rawValue, name == nil || profile.name == name else {
                return false
            }
            let named = profile.settings.first { $0.key == "origin" }?.values ?? []
            return named.contains { (try? WebURL(argument: $0.word).origin) == origin }
        }
    }
}
