import Application
import Core

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

    var names: [String] = []
    var to = Destination(backend: .file)
    var keep = false
    var overwrite = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.arguments("name", &names, "The entries; without any, all.", completion: .names(.entries))
        list.option(
            "to", &to, "store",
            "The store to move to: keyring, file, the name of one that 'store init --name' made, or exec:PROGRAM.",
            isRequired: true)
        list.flag("keep", &keep, "Keep the entries in the old place too.")
        list.flag("overwrite", &overwrite, "Replace entries of the same name that have other contents there.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var settings = StoreMoveSettings(names, from: storage.store, to: to.backend)
        (settings.keeps, settings.overwrites) = (keep, overwrite)
        settings.usual = [
            context.environment["FEDAUTH_STORE"],
            Profile(name: "defaults", settings: (try? context.configuration())?.defaults ?? []).text("store"),
        ].compactMap { $0.flatMap(StoreBackend.init(rawValue:)) }
        let flow = StoreMoveFlow(
            named: context.storeBackends(storage),
            memory: StoreChoiceFile(directories: context.directories, clock: context.clock)
        ) { (backend) throws(FedauthError) in try context.store(storage, backend) }
        let move = try flow.run(settings)
        try context.report(move.transfer.json())
        context.streams.note(
            "\(keep ? "copied" : "moved") \(move.transfer.summary) to \(move.destination)"
                + (move.isRemembered ? ", which is used from now on" : ""))
        for name in move.changed {
            context.streams.warning(
                "'\(name.folded(to: 60))' was changed meanwhile, and is still in \(move.origin) too; move it again")
        }
        guard !move.unreadable.isEmpty else { return }
        context.streams.warning("entries that cannot be read stay in \(move.origin): \(move.unreadable.count)")
        throw alreadyReported(.storeDamaged)
    }

    /// A back end, a named store or a program, without `auto`.
    struct Destination: OptionValue {
        let backend: StoreBackend
        var recorded: Profile.Setting.Value { .text(backend.rawValue) }

        fileprivate init(backend: StoreBackend) { self.backend = backend }

        init?(argument: String) {
            guard let backend = StoreBackend(rawValue: argument), backend != .auto else { return nil }
            self.backend = backend
        }

        static var choices: [String] { StoreBackend.all.map(\.rawValue) }
        static var completion: Completion.Source? { .names(.stores) }
    }
}
