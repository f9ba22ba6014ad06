import Application
import Core

/// `fedauth passkey delete`.
struct PasskeyDelete: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth passkey delete example.org#ada": "Remove it from the store, with its key",
        "fedauth passkey delete passkey/example.org#ada": "The same by the name of its entry",
    ]
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove a passkey from the store.",
        discussion: """
            The relying party still knows it: remove it on the page of the account, too. There is no copy of the key; \
            make sure that you can sign in without it.
            """)

    var name = ""
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The passkey.", completion: .names(.passkeys))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        guard let deleted = try PasskeyStore(store).remove(name) else {
            let names = ((try? PasskeyStore(store).entries()) ?? []).map { PasskeyEntry.shortName($0.name) }
            throw FedauthError(
                .notFound,
                "there is no passkey '\(name.folded(to: 60))' in \(store.placeName)"
                    + SpellingSuggestion.question(name, among: names),
                hint: "'fedauth passkey list' shows the names")
        }
        let gone = PasskeyEntry.shortName(deleted)
        try context.report(["deleted": .texts([gone])])
        context.streams.note("removed '\(gone)' with its key; the service still has it in its list")
    }
}
