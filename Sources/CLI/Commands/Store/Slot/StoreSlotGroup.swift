import Core
import FileStore

/// `fedauth store slot`: the keys that open the encrypted file.
struct StoreSlotGroup: CommandNode, Documented {
    static let examples: Examples = [
        "fedauth store slot list": "What opens the encrypted file",
        "fedauth store slot add --new-key-file /media/stick/fedauth.key": "Add a key file on a USB stick",
    ]
    static let configuration = CommandConfiguration(
        commandName: "slot", abstract: "Choose what opens the encrypted file: passphrases, key files.",
        subcommands: [StoreSlotList.self, StoreSlotAdd.self, StoreSlotRemove.self])
}

extension StoreKeySlot {
    private var kindName: String { kind?.rawValue ?? "unknown" }

    /// The slot as `--json` shows it.
    var json: JSONValue {
        // The base-2 logarithm of scrypt's N; of passphrases only.
        .sorted(["slot": .text(id), "kind": .text(kindName), "cost": logN.map(JSONValue.integer)])
    }

    /// The columns of the slot's line.
    var row: [String] { [id, kindName] + (logN.map { ["scrypt 2^\($0)"] } ?? []) }
}
