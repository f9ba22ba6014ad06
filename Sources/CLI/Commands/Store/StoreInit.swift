import Application
import Core

/// `fedauth store init`.
struct StoreInit: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store init --store file": "Make the encrypted file, asking for a passphrase",
        "fedauth store init --store keyring": "Make the keyring's default collection where it is missing",
        "fedauth store init --name corp": "Make a store of its own, with a key of its own, for '--store corp'",
    ]
    static let configuration = CommandConfiguration(commandName: "init", abstract: "Make an empty store.")

    var name: String?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.option(
            "name", &name, "name",
            "Make a named store: an encrypted file of its own, with keys of its own, which '--store NAME' selects. A name "
                + "has \(StoreName.form).")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let name = try name.map { (text) throws(FedauthError) in try StoreName(text) }
        let store = if let name { try context.store(storage, named: name) } else { try context.store(storage) }
        try store.initialise()
        try context.report(store.json(.ready))
        guard let name else { return context.streams.note("made the \(store.backend) store (\(store.location))") }
        context.streams.note("made the store '\(name.text)' (\(store.location)); '--store \(name.text)' selects it")
    }
}
