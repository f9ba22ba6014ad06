import Application
import Configuration
import Core

/// `fedauth profile edit`.
struct ProfileEdit: Command, Documented {
    static let examples: Examples = [
        "fedauth profile edit mail --user ada --unset check": "Change a setting, and remove another",
        "fedauth profile edit mail": "Open the configuration file in an editor, at the profile",
    ]
    static let mainOptions: [String]? = [
        "unset", "method", "finish", "user", "presenter", "totp", "field", "realm", "origin", "cacert",
    ]
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a profile: by options, or in an editor.",
        discussion: """
            With options, those settings are replaced, lists as a whole; comments and all other lines stay as \
            they are. Without options, the configuration file is opened in the editor that VISUAL or EDITOR \
            names, and saved if it is valid.
            """)

    var name: String?
    var unset: [String] = []
    var method: MethodName?
    var options = MethodOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "name", &name, "The profile (default: the current one with options, the whole file without).",
            completion: .names(.profiles))
        list.option(
            "unset", &unset, "setting", "Remove this setting from the profile. Repeat it for more.",
            completion: .settings)
        list.option("method", &method, "method", "How to sign in.")
        list.group(&options)
    }

    // The command exists to correct a file with mistakes.
    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        let methods = method.map { [Profile.Setting(key: "method", values: [.text($0.name)])] } ?? []
        let settings = methods + settingsForFile
        if settings.isEmpty && unset.isEmpty { return try editFile(context) }
        let file = context.configurationFile
        let configuration = try file.load()
        let current = CurrentProfile(context)
        guard let named = current.name(name, in: configuration) else {
            throw FedauthError(.notFound, "no profile was named", hint: "write 'fedauth profile edit NAME --user …'")
        }
        guard let profile = configuration.profile(named) else {
            throw current.notFound(named, named: name, in: configuration)
        }
        try file.checkHolds(profile)
        if let key = settings.map(\.key).first(where: unset.contains) {
            throw FedauthError(.usage, "'--unset \(key)' and '--\(key)' exclude each other", hint: "give one of them")
        }
        let absent = Set(unset).subtracting(profile.settings.map(\.key)).intersection(Settings.names + ["method"])
        let gone = try file.change(
            named, setting: settings, removing: Set(unset).subtracting(absent).sorted(), ConfigurationValidator())
        let after = try file.load()
        let isChanged = after != configuration
        if let profile = after.profile(named) { try context.report(profile.json(changed: isChanged)) }
        for key in gone { context.streams.note("removed '\(key)', which the new setting excludes") }
        for key in absent.sorted() { context.streams.note("'\(key)' was not set") }
        context.streams.note(isChanged ? "changed '\(named)' in \(file.path)" : "nothing was changed")
    }

    private func editFile(_ context: CommandContext) throws(FedauthError) {
        let file = context.configurationFile
        let text = try file.text(isForEditing: true)
        let line = try startLine(text, context)
        let draft = try ConfigurationDraft(of: file, ConfigurationValidator(), in: context)
        let isChanged = try draft.edit(from: line) { context.streams.failures($0, in: draft.path) }
        if context.global.json { try context.report(["changed": .bool(isChanged)]) }
        context.streams.note(isChanged ? "changed \(file.path)" : "nothing was changed")
    }

    /// Returns the profile's line, else the line of the first mistake.
    private func startLine(_ text: String, _ context: CommandContext) throws(FedauthError) -> Int {
        let configuration: Core.Configuration
        do throws(ConfigurationDiagnostic) {
            configuration = try ConfigurationText.parse(text)
        } catch { return error.place?.line ?? 1 }
        if let name {
            guard configuration.profile(name) != nil else {
                throw CurrentProfile(context).notFound(name, named: name, in: configuration)
            }
            return ConfigurationText.line(of: name, in: text) ?? 1
        }
        return ConfigurationValidator().mistakes(in: configuration).first?.place?.line ?? 1
    }
}
