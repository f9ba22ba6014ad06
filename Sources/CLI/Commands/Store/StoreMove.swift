import Application
import ArgumentParser
import Core
import Secrets

/// `fedauth store move`.
struct StoreMove: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store move --to file": "Move everything out of the desktop keyring",
        "fedauth store move --to keyring session/mail": "One entry only",
        "fedauth store move --store file --to corp ci/token": "Out of the encrypted file, into the store 'corp'",
    ]
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move entries from one store to another.",
        discussion: """
            The entries come from the store that '--store' names, else from the only other one. Without names \
            all entries move; between the keyring and the encrypted file, the target is used from then on. All \
            entries are written there and read back before any is removed here. After a failure, the next run \
            skips the entries that were moved already.
            """)

    @Argument("name", "The entries; without any, all.", completion: .entryNames)
    var names: [String] = []

    @Option(
        "store", "The store to move to: keyring, file, the name of one that 'store init --name' made, or exec:PROGRAM.")
    var to: Destination

    @Flag(help: "Keep the entries in the old place too.")
    var keep = false

    @Flag(help: "Replace entries of the same name that have other contents there.")
    var overwrite = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let from = try origin(in: context)
        let source = try context.store(storage, from)
        let destination = try context.store(storage, to.backend)
        let items = try source.items(named: names)
        let transfer = try StoreTransfer(
            items.map { StoreDraft(moving: $0) }, into: destination, overwrites: overwrite, skips: false)
        try transfer.check(ways: "'--overwrite' replaces such entries")
        try transfer.run()
        // Some stores are used only where they are named, so moving into or out of one chooses nothing.
        let isRemembered = names.isEmpty && from.isFoundByItself && to.backend.isFoundByItself
        if isRemembered { try StoreChoiceFile(directories: context.directories).remember(to.backend) }
        var changed: [String] = []
        if !keep {
            let gone = Set(try source.delete(unchanged: items.map(\.entry)).map { ExactName($0) })
            changed = items.map(\.entry.name).filter { !gone.contains(ExactName($0)) }
        }
        try context.report(transfer.json())
        context.streams.note(
            "\(keep ? "copied" : "moved") \(transfer.summary) to \(destination.location)"
                + (isRemembered ? ", which is used from now on" : ""))
        for name in changed {
            context.streams.warning(
                "'\(name.folded(to: 60))' was changed meanwhile, and is still in \(source.location) too; move it again")
        }
    }

    /// A back end, a named store or a program, without `auto`.
    struct Destination: ExpressibleByArgument {
        let backend: StoreBackend

        init?(argument: String) {
            guard let backend = StoreBackend(rawValue: argument), backend != .auto else { return nil }
            self.backend = backend
        }

        static var allValueStrings: [String] { StoreBackend.all.map(\.rawValue) }
        static var defaultCompletionKind: CompletionKind { .storeNames }
    }

    /// Returns where the entries come from: the store that `--store` names, else the only other one. Throws `usage` when
    /// there are several.
    private func origin(in context: CommandContext) throws(FedauthError) -> StoreBackend {
        if let named = storage.store, named != .auto {
            guard named == to.backend else { return named }
            // FEDAUTH_STORE and [defaults] name the store of all commands, not the origin of this one.
            let usual = [
                context.environment["FEDAUTH_STORE"],
                Profile(name: "defaults", settings: (try? context.configuration())?.defaults ?? []).text("store"),
            ]
            guard usual.contains(named.rawValue) else {
                throw FedauthError(
                    .usage, "'--store' and '--to' name the same store",
                    hint: "'--store' names the store that the entries come from")
            }
        }
        let others = context.storeBackends(storage).everyStore().filter { $0 != to.backend }
        guard others.count != 1 else { return others[0] }
        let choices = others.map { "'\($0.rawValue)'" }
        throw FedauthError(
            .usage,
            "entries can move to '\(to.backend.rawValue)' from \(choices.dropLast().joined(separator: ", ")) or "
                + "\(choices.last ?? "")",
            hint: "name one of them by '--store'")
    }
}
