import Application
import Core

/// `fedauth store slot remove`.
struct StoreSlotRemove: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store slot remove 1f0c9a3e": "Remove the key of this slot",
        "fedauth store slot remove 1f0c9a3e --no-input": "The same from a script",
    ]
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a key of the encrypted file.",
        discussion: """
            Earlier copies of the file still open with it. After 'fedauth store rekey --full', such a copy and \
            its key cannot open what is written from then on.
            """)

    var slot = ""
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "slot", &slot, "The slot's name, as 'fedauth store slot list' shows it.", completion: .names(.slots))
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let left = try slottedStore(in: context).removeSlot(slot)
        try context.report(.array(left.map(\.json)))
        context.streams.note("removed the key of slot '\(slot.folded(to: 60))'; \(left.count) left")
    }
}
