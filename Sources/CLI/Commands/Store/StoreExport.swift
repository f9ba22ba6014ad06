import Application
import Core
import FileStore
import Secrets

/// `fedauth store export`.
struct StoreExport: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store export -o backup.fedauth": "All entries, sealed under a passphrase that is asked for",
        "fedauth store export --passphrase-file ~/.secrets/backup | ssh backup 'cat >fedauth'": "From a script",
    ]
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all entries to a file, sealed under its own passphrase.",
        discussion: """
            The file is lines of JSON; fedauth-store-format(5) describes it. 'fedauth store import' reads it, on another \
            machine and into another kind of store too.
            """)

    var output: String?
    var plaintext = false
    var sealing = SecretPlaces.passphrase
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.option(
            "output", &output, "file", "Write to this file, which is private and written atomically; '-' is stdout.",
            short: "o", completion: .file)
        list.flag("plaintext", &plaintext, "Write the secrets in the clear: everyone who can read the file sees them.")
        list.group("The passphrase of the export") { sealing.declarePassphrase(list) }
    }

    func validate() throws(Mistake) {
        guard plaintext, let option = sealing.namedOption else { return }
        throw Mistake("'--plaintext' and '\(option)' exclude each other")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        // An empty export must not replace a good one.
        if try store.state() == .absent { throw store.noStore(.storeUnavailable) }
        let listed = try store.list()
        let names = Set(listed.filter { !$0.isUnreadable }.map { ExactName($0.name) })
        let count = names.count
        // Nor may one from which all was left out.
        if count == 0, let first = listed.first { _ = try store.required(first.name) }
        let file = output == "-" ? nil : output
        if let file { try context.checkResult(file) }
        let passphrase =
            plaintext
            ? nil
            : try PassphraseInput(sealing, in: context).passphrase(
                "Passphrase for the export: ", new: true)
        if plaintext {
            context.streams.warning(
                "'--plaintext': anyone who reads \(file.map { "'\($0)'" } ?? "stdout") has the secrets of all entries")
        }
        let write: (StoreExportWriter.Sink) throws(FedauthError) -> Void = { (sink) throws(FedauthError) in
            var writer = try StoreExportWriter(
                entryCount: count, passphrase: passphrase, now: context.clock.now, to: sink)
            try store.visit(only: names) { (item) throws(FedauthError) in try writer.add(item, to: sink) }
            try writer.finish()
        }
        if let file {
            try AtomicFile.write(to: file, write)
            try context.report(
                .sorted(["file": .text(file), "entries": .integer(count), "encrypted": .bool(!plaintext)]))
        } else {
            try write { (line) throws(FedauthError) in try context.streams.result(line) }
        }
        let left = listed.count - count
        if file != nil || left > 0 {
            context.streams.note(
                "exported \(count) \(count == 1 ? "entry" : "entries") to \(file.map { "'\($0)'" } ?? "stdout")"
                    + (left == 0 ? "" : "; left out \(left) that cannot be read"))
        }
        if left > 0 { throw alreadyReported(.storeDamaged) }
    }
}
