import Application
import Core

/// `fedauth store rename`.
struct StoreRename: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store rename ci/token ci/token.old": "Give an entry another name",
        "fedauth store rename ci/next ci/token --overwrite": "Replace the entry that has the name",
    ]
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give an entry another name.",
        discussion: """
            Value, kind, attributes and times stay. The entry is written under the new name before the old one is \
            removed. Entries that fedauth finds by their names, such as sessions, stay in their group: \
            'session/a' can become 'session/b'.
            """)

    var name = ""
    var newName = ""
    var overwrite = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The entry's name.", completion: .names(.entries))
        list.argument("new-name", &newName, "Its new name.")
        list.flag("overwrite", &overwrite, "Replace an entry that has the new name.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        try StoreLimits.check(name: newName)
        let store = try context.store(storage)
        let item = try store.required(name)
        guard ExactName(name) != ExactName(newName) else { return try context.report(item.entry.json) }
        let (entry, staysToo) = try store.rename(item, to: newName, overwrites: overwrite)
        if staysToo {
            context.streams.warning(
                "'\(name.folded(to: 60))' was changed meanwhile and stays; '\(newName.folded(to: 60))' has its old value"
            )
        }
        try context.report(entry.json)
        context.streams.done("renamed '\(name.folded(to: 60))' to '\(newName.folded(to: 60))' in \(store.placeName)")
    }
}
