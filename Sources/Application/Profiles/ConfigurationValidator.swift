public import Core

/// Reports the mistakes of a configuration: unknown settings, invalid values, and settings that contradict each other.
/// A mistake in a profile fails only its commands; one elsewhere fails all, because a misspelt host list or certificate
/// must not be ignored. Values are checked where they are used: an option or a variable can replace one.
public struct ConfigurationValidator {
    private let known: KnownSettings

    /// Creates the validator.
    public init(_ known: KnownSettings) { self.known = known }

    /// Returns all mistakes, in the order of the file.
    public func mistakes(in configuration: Configuration) -> [ConfigurationDiagnostic] {
        // Each part is searched once, because a file may have thousands.
        let found = Dictionary(grouping: configuration.mistakes, by: \.owner)
        var mistakes = found[.file, default: []]
        let defaults = configuration.defaults
        mistakes += found[.defaults, default: []]
        mistakes += self.mistakes(in: defaults, of: .defaults, below: defaults, values: true, found[.defaults] == nil)
        mistakes += defaultProfile(configuration)
        mistakes += configuration.aliases.compactMap { CommandAlias($0).mistake(besides: known.commands()) }
        for profile in configuration.profiles {
            let owner = ConfigurationDiagnostic.Owner.profile(profile.name)
            mistakes += found[owner, default: []]
            mistakes += self.mistakes(
                in: profile.settings, of: owner, below: defaults, values: true, found[owner] == nil)
        }
        return mistakes.sorted { ($0.place ?? .none) < ($1.place ?? .none) }
    }

    /// Returns the mistakes in one part of the file; with `values`, also those of values and their combination.
    public func mistakes(
        of owner: ConfigurationDiagnostic.Owner, in configuration: Configuration, values: Bool
    ) -> [ConfigurationDiagnostic] {
        let found = configuration.mistakes.filter { $0.owner == owner }
        var settings = configuration.defaults
        if case .profile(let name) = owner { settings = configuration.profile(name)?.settings ?? [] }
        if case .file = owner { settings = [] }
        return found + mistakes(in: settings, of: owner, below: configuration.defaults, values: values, found.isEmpty)
    }

    /// Returns the mistakes in the settings of one part. If its text has mistakes, contradictions are not reported.
    private func mistakes(
        in settings: [Profile.Setting], of owner: ConfigurationDiagnostic.Owner, below defaults: [Profile.Setting],
        values: Bool, _ isSound: Bool
    ) -> [ConfigurationDiagnostic] {
        var mistakes: [ConfigurationDiagnostic] = []
        for setting in settings {
            if let mistake = unknown(setting, owner) ?? (values ? wrong(setting, owner) : nil) {
                mistakes.append(mistake)
            }
        }
        if values, isSound, mistakes.isEmpty { mistakes += contradictions(settings, owner, below: defaults) }
        return mistakes
    }

    /// Throws the first mistake of one part that fails the commands that use it; ignores values.
    public func check(
        _ owner: ConfigurationDiagnostic.Owner, in configuration: Configuration, path: String
    ) throws(FedauthError) {
        if let mistake = mistakes(of: owner, in: configuration, values: false).first { throw mistake.error(in: path) }
    }

    /// Throws the first mistake in the values of those settings that come from the file and are among `names`.
    public func checkValues(
        _ settings: [Profile.Setting], among names: Set<String>, in configuration: Configuration, path: String
    ) throws(FedauthError) {
        let used = settings.filter { names.contains($0.key) }
        if let mistake = wrongValues(in: used, of: configuration).first { throw mistake.error(in: path) }
    }

    /// Returns the mistakes in the values of those settings that come from the file, in its order.
    public func wrongValues(
        in settings: [Profile.Setting], of configuration: Configuration
    ) -> [ConfigurationDiagnostic] {
        let mistakes = settings.filter { $0.place != nil }.compactMap { setting in
            let holder = configuration.profiles.first { $0.settings.contains { $0.place == setting.place } }
            return wrong(setting, holder.map { .profile($0.name) } ?? .defaults)
        }
        return mistakes.sorted { ($0.place ?? .none) < ($1.place ?? .none) }
    }

    /// Returns the mistake in a value; nil when there is none, or the setting is unknown.
    public func wrong(_ setting: Profile.Setting, _ owner: ConfigurationDiagnostic.Owner) -> ConfigurationDiagnostic? {
        let what: String?
        switch setting.key {
        case "method": what = methodMistake(setting)
        case "profile": what = setting.form == .single ? nil : "takes the name of a profile"
        default: what = known.type(setting.key)?.mistake(in: setting).map { $0 + methodMeant(by: setting) }
        }
        return what.map {
            ConfigurationDiagnostic(owner, setting.place, "'\(setting.key)' of \(Self.text(owner)) \($0)")
        }
    }

    private func methodMistake(_ setting: Profile.Setting) -> String? {
        let methods = SignInMethodName.allCases.map(\.rawValue)
        guard case .text(let method)? = setting.values.first, setting.form == .single else {
            return "takes the name of a method, such as 'saml'"
        }
        guard !methods.contains(method) else { return nil }
        let meant = SpellingSuggestion.question(method, among: methods)
        let list = methods.map { "'\($0)'" }.joined(separator: ", ")
        return "names an unknown method '\(method.folded(to: 40))'\(meant); there is \(list)"
    }

    /// Returns the question for a method in another setting, such as 'protocol = "saml"'; nothing for other values.
    private func methodMeant(by setting: Profile.Setting) -> String {
        guard case .text(let text)? = setting.values.first, SignInMethodName(rawValue: text) != nil else { return "" }
        return "; did you mean 'method'?"
    }

    private func unknown(
        _ setting: Profile.Setting, _ owner: ConfigurationDiagnostic.Owner
    ) -> ConfigurationDiagnostic? {
        let special = owner == .defaults ? "profile" : "method"
        guard known.type(setting.key) == nil, setting.key != special else { return nil }
        let key = setting.key.folded(to: 40)
        let place = setting.keyPlace ?? setting.place
        if known.excluded().contains(setting.key) {
            return ConfigurationDiagnostic(
                owner, place, "\(Self.text(owner)) has '\(key)', which cannot be set in a file",
                hint: "give '--\(key)' on the command line, each time")
        }
        if KnownSettings.special.contains(setting.key) {
            return ConfigurationDiagnostic(
                owner, place,
                "\(Self.text(owner)) has '\(key)', which belongs in \(owner == .defaults ? "a profile" : "[defaults]")")
        }
        let names = known.names() + [special]
        let meaning = known.meaning(setting.key)
        let meant =
            meaning.map { meaning in
                meaning.name.map(names.contains) == true ? meaning.line.map { "; did you mean '\($0)'?" } ?? "" : ""
            } ?? SpellingSuggestion.question(setting.key, among: names)
        return ConfigurationDiagnostic(
            owner, place, "\(Self.text(owner)) has an unknown setting '\(key)'\(meant)",
            hint: meaning?.advice ?? "fedauth-config(5) lists the settings")
    }

    /// Reports settings that exclude one another, and settings that need another one.
    private func contradictions(
        _ settings: [Profile.Setting], _ owner: ConfigurationDiagnostic.Owner, below defaults: [Profile.Setting]
    ) -> [ConfigurationDiagnostic] {
        var mistakes: [ConfigurationDiagnostic] = []
        for alternatives in SettingLayers.alternatives {
            let given = settings.filter { alternatives.contains($0.key) && !$0.isOff }
            guard given.count > 1, let last = given.max(by: { ($0.place ?? .none) < ($1.place ?? .none) }),
                let other = given.first(where: { $0.key != last.key })
            else { continue }
            mistakes.append(
                ConfigurationDiagnostic(
                    owner, last.keyPlace ?? last.place,
                    "\(Self.text(owner)) has '\(last.key)' and '\(other.key)', which exclude each other",
                    hint: "give one of the two"))
        }
        guard case .profile(let name) = owner else { return mistakes }
        let profile = Profile(name: name, settings: SettingLayers(defaults, nil, settings).settings)
        return mistakes + (mistake(of: profile, at: settings.first?.keyPlace).map { [$0] } ?? [])
    }

    /// Returns the mistake of a missing setting that the method needs, or the method's objection to its settings.
    private func mistake(of profile: Profile, at place: Profile.Setting.Place?) -> ConfigurationDiagnostic? {
        guard let method = profile.signInMethod else { return nil }
        let name = profile.name.folded(to: 60)
        guard method.serverSettings.contains(where: profile.settings.says) else {
            return ConfigurationDiagnostic(
                .profile(profile.name), place, "the profile '\(name)' names no address", hint: method.serverHint)
        }
        guard let mistake = method.mistake(in: profile.settings) else { return nil }
        return ConfigurationDiagnostic(
            .profile(profile.name), profile.settings.first { $0.key == mistake.key }?.keyPlace ?? place,
            "'\(name)': \(mistake.message)", hint: mistake.hint)
    }

    private func defaultProfile(_ configuration: Configuration) -> [ConfigurationDiagnostic] {
        guard let name = configuration.defaultProfile, configuration.profile(name) == nil else { return [] }
        let meant = SpellingSuggestion.question(name, among: configuration.profiles.map(\.name))
        return [
            ConfigurationDiagnostic(
                .defaults, configuration.defaults.first { $0.key == "profile" }?.place,
                "'profile' of [defaults] names '\(name.folded(to: 60))', which is not a profile\(meant)",
                hint: "'fedauth profile list' shows them")
        ]
    }

    private static func text(_ owner: ConfigurationDiagnostic.Owner) -> String {
        switch owner {
        case .file: "the file"
        case .aliases: "[aliases]"
        case .defaults: "[defaults]"
        case .profile(let name): "'\(name.folded(to: 60))'"
        }
    }
}

extension Profile.Setting.Place {
    /// A place before all others.
    fileprivate static var none: Self { Self(line: 0, column: 0) }
}
