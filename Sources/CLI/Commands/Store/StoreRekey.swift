import Application
import Core

/// `fedauth store rekey`.
struct StoreRekey: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store rekey": "Another passphrase, which is asked for",
        "fedauth store rekey --full": "After the passphrase and a copy of the file have leaked",
    ]
    static let configuration = CommandConfiguration(
        commandName: "rekey", abstract: "Replace the keys of the encrypted file.",
        discussion: """
            New keys replace those of the same kind; the store is first opened with a current key. Earlier \
            copies of the file still open with the old keys.
            """)

    var full = false
    var newKey = NewKeyOptions()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.flag(
            "full", &full,
            """
            Make a new data key too: a copy of the file and its passphrase cannot open what is written from now \
            on. Slots without a new key are removed, and named.
            """)
        list.group("The new key", &newKey)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try slottedStore(in: context)
        let result = try store.rekey(full: full, logN: newKey.cost) { () throws(FedauthError) in
            try newKey.keys(context, for: store.location)
        }
        for slot in result.dropped {
            let what = slot.kind == .passphrase ? "another passphrase" : "the \(slot.kind?.text ?? "key")"
            let option = slot.kind == .keyFile ? " --new-key-file FILE" : ""
            context.streams.warning(
                "\(what), of slot \(slot.id), no longer opens the store; 'fedauth store slot add\(option)' adds it again"
            )
        }
        try context.report(.array(result.slots.map(\.json)))
        context.streams.note("the store '\(store.location)' has new keys; a copy made before opens with the old ones")
    }
}
