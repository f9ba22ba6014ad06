import Application
import Core
import FileStore

/// Names that exist only on this machine, for completion. An option or argument selects one by `completion:`.
enum NameSource: String {
    case profiles, sessions, entries, fieldSources, presenters, slots, identities, passkeys
    case enrollingProfiles, certificates, stores, aliases
}

/// Looks up names. Tab must never prompt, wait or change anything, so a store that needs a prompt offers no names.
struct KnownNames {
    private let command: StoreList
    private let context: CommandContext

    /// Reads configuration, variables, and the options that select configuration and store; nil for invalid ones.
    init?(_ typed: CommandWords, environment: Environment) {
        let wanted = CommandDescription.storage.options.map(\.longForm) + ["--config"]
        var words = ["store", "list"]
        for (option, value) in typed.options where wanted.contains(option.longForm) {
            // The passphrase in a descriptor can be read only once, and the command needs it.
            if option.longForm == "--store-passphrase-fd" { return nil }
            words.append(option.longForm + (value.map { "=" + Self.path($0, environment) } ?? ""))
        }
        guard let ready = try? Invocation(environment: environment).prepare(words),
            let command = ready.command as? StoreList
        else { return nil }
        var global = ready.context.global
        (global.noInput, global.quiet) = (true, true)
        guard let context = try? CommandContext(environment: environment, global: global, earlier: ready.context)
        else { return nil }
        (self.command, self.context) = (command, context)
    }

    /// Returns the path that the shell will pass when the line is run.
    private static func path(_ typed: String, _ environment: Environment) -> String {
        guard typed.hasPrefix("~/"), let home = environment["HOME"] else { return typed }
        return home + typed.dropFirst()
    }

    /// The profiles of the configuration file, with their addresses.
    var profiles: [Candidate] {
        ((try? context.configuration())?.profiles ?? []).map { profile in
            Candidate(profile.name, profile.address ?? "profile")
        }
    }

    /// The profiles that enrol certificates, with the servers that issue them.
    var enrollingProfiles: [Candidate] {
        ((try? context.configuration())?.profiles ?? []).filter { $0.text("method") == SLSEnroll.methodName }.map {
            Candidate($0.name, $0.text("base-url") ?? "profile")
        }
    }

    /// The commands of the user's own, as the configuration file has them.
    var aliases: [Candidate] {
        ((try? context.configuration())?.aliases ?? []).map(CommandAlias.init).filter { alias in
            alias.mistake == nil && !ExternalCommand.ownNames.contains(alias.name)
        }.map { Candidate($0.name, "an alias") }
    }

    /// The sessions in the store.
    var sessions: [Candidate] {
        guard let store, let names = try? Sessions(store, reporter: context.streams).names() else { return [] }
        return names.map { Candidate($0, "session") }
    }

    /// The entries of the store, with their kinds.
    var entries: [Candidate] { listed.map { Candidate($0.name, $0.kind) } }

    /// The passkeys of the store, with their users.
    var passkeys: [Candidate] {
        listed.filter(PasskeyEntry.isPasskey).map { entry in
            Candidate(PasskeyEntry.shortName(entry.name), PasskeyEntry.userName(entry))
        }
    }

    /// The identities of the store, with their subjects.
    var identities: [Candidate] {
        listed.compactMap { entry in
            IdentityEntry.identityName(entry).map { Candidate($0, IdentityEntry.subject(entry)) }
        }
    }

    /// The key slots of the encrypted file; its header is not encrypted.
    var slots: [Candidate] {
        guard let file = store as? EncryptedFileStore else { return [] }
        return ((try? file.slots()) ?? []).map { Candidate($0.id, $0.kind?.rawValue ?? "unknown") }
    }

    /// The named stores.
    var stores: [Candidate] { context.storeBackends(command.storage).names().map { Candidate($0.text, "named store") } }
    private var listed: [StoreEntry] { (try? store?.list()) ?? [] }

    /// The store; does not remember the choice of a store.
    private var store: (any CredentialStore)? {
        let selection = context.storeSelection(command.storage)
        let wanted = command.storage.store ?? .auto
        // A program may ask or wait.
        if case .program = wanted { return nil }
        return try? selection.open(selection.choice(wanted))
    }
}
