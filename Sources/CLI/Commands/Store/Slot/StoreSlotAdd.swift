import Application
import Core

/// `fedauth store slot add`.
struct StoreSlotAdd: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store slot add": "A second passphrase, which is asked for",
        "fedauth store slot add --new-key-file /media/stick/fedauth.key": "A key file on a USB stick",
        "fedauth store slot add --new-credential store.key": "A key for systemd-creds to seal for a service",
    ]
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a key that opens the encrypted file.",
        discussion: """
            The store is first opened with a current key.
            """)

    var newKey = NewKeyOptions()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) { list.group("The new key", &newKey) }

    func validate() throws(Mistake) {
        if newKey.count > 1 { throw Mistake("a slot is for one key, and \(newKey.count) are named") }
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try slottedStore(in: context)
        let slot = try store.addSlot(logN: newKey.cost) { () throws(FedauthError) in
            guard let key = try newKey.keys(context, for: store.location).first else {
                throw FedauthError(.usage, "no key is named")
            }
            return key
        }
        try context.report(slot.json, rows: [slot.row])
    }
}
