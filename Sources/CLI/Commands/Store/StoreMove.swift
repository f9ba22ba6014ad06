import Application
import ArgumentParser
import Core
import Secrets

/// `fedauth store move`.
struct StoreMove: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store move --to file", "Move everything out of the desktop keyring"),
        Example("fedauth store move --to keyring session/mail", "One entry only"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move entries from the keyring to the encrypted file, or back.",
        discussion: """
            Without names all entries move, and the target is used from then on. All entries are written there \
            and read back before any is removed here. After a failure, the next run skips the entries that were \
            moved already.
            """)

    @Argument(help: ArgumentHelp("The entries; without any, all.", valueName: "name"), completion: .entryNames)
    var names: [String] = []

    @Option(help: ArgumentHelp("Where to.", valueName: "backend"))
    var to: Destination

    @Flag(help: "Keep the entries in the old place too.")
    var keep = false

    @Flag(help: "Replace entries of the same name that have other contents there.")
    var overwrite = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let others = StoreBackend.all.filter { $0 != to.backend }
        let source = try context.store(storage, others.first { $0 == storage.store } ?? others.first)
        let destination = try context.store(storage, to.backend)
        let items = try items(of: source)
        let transfer = try StoreTransfer(
            items.map { StoreDraft(moving: $0) }, into: destination, overwrites: overwrite, skips: false)
        try transfer.check(ways: "'--overwrite' replaces such entries")
        try transfer.run()
        if names.isEmpty { try StoreChoiceFile(directories: context.directories).remember(to.backend) }
        var changed: [String] = []
        if !keep {
            let gone = Set(try source.delete(unchanged: items.map(\.entry)).map { ExactName($0) })
            changed = items.map(\.entry.name).filter { !gone.contains(ExactName($0)) }
        }
        try context.report(TransferReport(transfer), text: "")
        context.streams.note(
            "\(keep ? "copied" : "moved") \(transfer.summary) to \(destination.location)"
                + (names.isEmpty ? ", which is used from now on" : ""))
        for name in changed {
            context.streams.warning(
                "'\(name.folded(to: 60))' was changed meanwhile, and is still in \(source.location) too; move it again")
        }
    }

    /// A back end, without `auto`.
    struct Destination: ExpressibleByArgument {
        let backend: StoreBackend

        init?(argument: String) {
            guard let backend = StoreBackend.all.first(where: { $0.rawValue == argument }) else { return nil }
            self.backend = backend
        }

        static var allValueStrings: [String] { StoreBackend.all.map(\.rawValue) }
        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    }

    private func items(of source: any CredentialStore) throws(FedauthError) -> [StoreItem] {
        var items: [StoreItem] = []
        try source.visit(only: names.isEmpty ? nil : Set(names.map { ExactName($0) })) { items.append($0) }
        let found = Set(items.map { ExactName($0.entry.name) })
        if let missing = names.first(where: { !found.contains(ExactName($0)) }) {
            throw StoreFailures.noEntry(missing, in: source)
        }
        return items
    }
}
