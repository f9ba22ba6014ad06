import Application
import Configuration
import Core

/// `fedauth profile remove`.
struct ProfileRemove: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth profile remove mail": "Remove the profile from the configuration file",
        "fedauth logout mail && fedauth profile remove mail": "Sign out first",
    ]
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a profile from the configuration file; its session stays.")

    var name = ""
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The profile.", completion: .names(.profiles))
    }

    // A profile can be removed from a file that has mistakes.
    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        let file = context.configurationFile
        let before = try file.load()
        guard let profile = before.profile(name) else {
            throw CurrentProfile(context).notFound(name, named: name, in: before)
        }
        try file.checkHolds(profile)
        try file.edit { (text) throws(FedauthError) in
            try ConfigurationEdit.removing(name, from: text, path: file.path)
        }
        try context.report(["deleted": .texts([name])])
        context.streams.note("removed '\(name)' from \(file.path)")
        if before.defaultProfile == name {
            let line = before.defaults.first { $0.key == "profile" }?.place?.line
            context.streams.warning(
                "'profile' of [defaults] still names '\(name)'" + (line.map { ", in line \($0) of \(file.path)" } ?? "")
            )
        }
        let ending = "'fedauth logout \(name.shellWord)' signs out and wipes it"
        switch try hasSession(context) {
        case true?: context.streams.note("its session is still stored; \(ending)")
        case false?: break
        case nil: context.streams.note("if a session of it is stored, \(ending)")
        }
    }

    /// Returns whether a session is stored under the profile's name; nil when the answer would need a prompt.
    private func hasSession(_ context: CommandContext) throws(FedauthError) -> Bool? {
        var silent = context.global
        silent.noInput = true
        let quiet = try CommandContext(environment: context.environment, global: silent, earlier: context)
        do throws(FedauthError) {
            return try quiet.store(storage.completed(in: context)).get(Session.entryName(name)) != nil
        } catch { return nil }
    }
}
