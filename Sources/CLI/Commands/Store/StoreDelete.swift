import Application
import Core
import FileStore

/// `fedauth store delete`.
struct StoreDelete: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store delete mail": "Remove one entry",
        "fedauth store delete session/mail": "Forget a session without signing out",
        "fedauth store delete --all --store corp": "Remove the named store 'corp'",
    ]
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove entries by their exact names.",
        discussion: """
            If one of them does not exist, nothing is removed, and the exit status is 10.
            """)

    var names: [String] = []
    var all = false
    var ifExists = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.arguments("name", &names, "The entries' names.", completion: .names(.entries))
        list.flag(
            "all", &all, "Remove the named store of '--store' with all its entries, its key and its previous state.")
        list.flag("if-exists", &ifExists, "A missing entry is not an error.")
    }

    func validate() throws(Mistake) {
        if names.isEmpty && !all { throw Mistake(.missingArgument, "missing expected argument '<name> ...'") }
        if all && !names.isEmpty { throw Mistake("'--all' and the names of entries exclude each other") }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        if all { return try removeStore(in: context) }
        let store = try context.store(storage)
        let deleted = try store.remove(names, allowsMissing: ifExists)
        try context.report(["deleted": .texts(deleted)])
        let what =
            deleted.count > 3
            ? "\(deleted.count) entries" : deleted.map { "'\($0.folded(to: 60))'" }.joined(separator: ", ")
        context.streams.done(
            deleted.isEmpty ? "nothing was there to remove" : "removed \(what) from \(store.placeName)")
    }

    /// Removes a named store, after a question on a terminal.
    private func removeStore(in context: CommandContext) throws(FedauthError) {
        guard case .named(let name)? = storage.store, let store = try context.store(storage) as? EncryptedFileStore
        else {
            throw FedauthError(
                .usage, "'--all' removes a named store, and '--store' names none",
                hint: "'fedauth store list --stores' shows the stores")
        }
        let prompter = context.prompter()
        if prompter.canAsk, try !prompter.confirm("Remove the store '\(name.text)' and all that is in it") {
            throw FedauthError(.cancelled, "nothing was removed")
        }
        try store.remove()
        try context.report(["deleted": .texts([name.text])])
        context.streams.done("removed the store '\(name.text)'")
    }
}
