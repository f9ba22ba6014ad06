import Application
import Core
import FileStore
import Keyring
import Secrets
import System

/// `fedauth store import`.
struct StoreImport: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store import backup.fedauth": "Import an export",
        "fedauth store import --skip backup.fedauth": "Import only new entries",
        "fedauth store import --from pass": "Import the entries of pass(1)",
    ]
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import entries from an export, or from another program.",
        discussion: """
            Existing entries with other contents are a conflict: nothing is imported, unless '--overwrite' or \
            '--skip' says what to do. An encrypted file gets all entries in one write, or none. An export in the \
            clear requires '--plaintext', because anyone could have written it.

            With '--from' the entries come from another program; what cannot be imported is left out, and named.
            """)

    var file: String?
    var from: ForeignProgram?
    var keyringAttribute: [String] = []
    var overwrite = false
    var skip = false
    var dryRun = false
    var plaintext = false
    var sealing = SecretPlaces.passphrase
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "file", &file,
            "The file; '-', or none, is stdin. With '--from' none is the file or folder of that program.",
            completion: .file)
        list.option(
            "from", &from, "program",
            "Import the entries of this program: pass, secret-tool, git-credential-store or netrc.")
        list.option(
            "keyring-attribute", &keyringAttribute, "name=value",
            "With '--from secret-tool': the items with this attribute. Repeat it for more.")
        list.flag("overwrite", &overwrite, "Replace existing entries.")
        list.flag("skip", &skip, "Keep existing entries unchanged.")
        list.flag("dry-run", &dryRun, "Change nothing: only print what would be imported.")
        list.flag("plaintext", &plaintext, "Accept an export that is not sealed.")
        list.group("The passphrase of the export") { sealing.declarePassphrase(list) }
    }

    private static let maximumBytes = 1 << 30

    func validate() throws(Mistake) {
        if overwrite && skip { throw Mistake("'--overwrite' and '--skip' exclude each other") }
        if from != nil, let option = plaintext ? "--plaintext" : sealing.namedOption {
            throw Mistake("'--from' and '\(option)' exclude each other")
        }
        if !keyringAttribute.isEmpty && from != .secretTool {
            throw Mistake("'--keyring-attribute' is for '--from secret-tool'")
        }
        guard plaintext, let option = sealing.namedOption else { return }
        throw Mistake("'--plaintext' and '\(option)' exclude each other")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let foreign = try from.map { (program) throws(FedauthError) in
            try otherPrograms(context).entries(
                of: program, file: file,
                attributes: try EntryAttributes.parse(keyringAttribute, option: "--keyring-attribute"))
        }
        let drafts: [StoreDraft] = if let foreign { foreign.drafts } else { try exported(context) }
        let store = try context.store(storage)
        let transfer = try StoreTransfer(drafts, into: store, overwrites: overwrite, skips: skip)
        let ways = "'--overwrite' replaces such entries, '--skip' leaves them as they are, '--dry-run' names them"
        if !dryRun {
            try transfer.check(ways: ways)
            try transfer.run()
        }
        let text =
            transfer.added.map { $0.name.printable + "\n" } + transfer.conflicts.map { $0.printable + "\tconflict\n" }
        try context.report(transfer.json(left: foreign?.left), text: text.joined())
        if !transfer.conflicts.isEmpty { throw alreadyReported(.versionConflict) }
        let left = foreign.map { $0.left.isEmpty ? "" : "; left out \($0.left.count): \($0.reasons)" } ?? ""
        context.streams.note("\(dryRun ? "would import" : "imported") \(transfer.summary)\(left)")
    }

    private func otherPrograms(_ context: CommandContext) -> ForeignImportFlow {
        ForeignImportFlow(
            environment: context.environment, read: { (path) throws(FedauthError) in try content(path, context) },
            pass: { (folder) throws(FedauthError) in
                try PassStore(folder, asks: !context.global.noInput, context.environment, clock: context.clock)
                    .entries()
            },
            keyring: { (attributes) throws(FedauthError) in
                try ForeignItems(bus: context.storeBackends(storage).busAddress)
                    .items(with: attributes, at: context.clock.now)
            })
    }

    private func exported(_ context: CommandContext) throws(FedauthError) -> [StoreDraft] {
        let name = file ?? "-"
        if name == "-" && sealing.isStdin {
            throw FedauthError(.usage, "stdin cannot be the export and its passphrase", hint: "name the file")
        }
        let export = try StoreExportReader(try content(name, context), name: name)
        try checkSeal(of: export, name)
        let passphrase =
            plaintext
            ? nil
            : try PassphraseInput(sealing, in: context).passphrase("Passphrase of the export: ", new: false)
        return try export.drafts(passphrase: passphrase)
    }

    /// Throws when the export is not sealed although a sealed one is expected, or the reverse: another user who can
    /// write the file could replace a sealed export by an unsealed one.
    private func checkSeal(of export: StoreExportReader, _ name: String) throws(FedauthError) {
        guard export.isSealed == plaintext else { return }
        let file = name.folded(to: 100)
        if plaintext { throw FedauthError(.usage, "'\(file)' is sealed", hint: "leave out '--plaintext'") }
        guard let option = sealing.namedOption else {
            throw FedauthError(
                .usage, "'\(file)' is not sealed: anyone could have written it",
                hint: "add '--plaintext' if it is meant")
        }
        throw FedauthError(
            .storeAltered, "'\(file)' is not sealed, though '\(option)' gives a passphrase for it",
            hint: "nothing was imported: it is not what that passphrase sealed")
    }

    private func content(_ name: String, _ context: CommandContext) throws(FedauthError) -> SharedSecret {
        if name == "-" { context.streams.noteTerminalInput("the entries; 'fedauth store import FILE' names a file") }
        do throws(FedauthError) {
            return try FileBytes.content(of: name, limit: Self.maximumBytes, until: context.clock.deadline())
        } catch {
            guard let program = ForeignProgram(rawValue: name), !FileNames.exists(name) else { throw error }
            throw error.hinting("'fedauth store import --from \(program.rawValue)' imports that program's entries")
        }
    }
}

extension ForeignProgram: OptionValue {}
