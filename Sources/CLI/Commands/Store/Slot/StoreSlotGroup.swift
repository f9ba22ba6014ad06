import ArgumentParser
import FileStore

/// `fedauth store slot`: the keys that open the encrypted file.
struct StoreSlotGroup: ParsableCommand, Documented {
    static let examples = [
        Example("fedauth store slot list", "What opens the encrypted file"),
        Example(
            "fedauth store slot add --new-key-file /media/stick/fedauth.key", "Add a key file on a USB stick"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "slot", abstract: "Choose what opens the encrypted file: passphrases, key files.",
        subcommands: [StoreSlotList.self, StoreSlotAdd.self, StoreSlotRemove.self])
}

/// A key slot as `--json` shows it.
struct SlotReport: Encodable {
    /// Its name.
    var slot: String
    /// `passphrase`, `key-file`, `credential` or `unknown`.
    var kind: String
    /// The base-2 logarithm of scrypt's N; of passphrases only.
    var cost: Int?

    init(_ slot: StoreKeySlot) {
        self.slot = slot.id
        kind = slot.kind?.rawValue ?? "unknown"
        cost = slot.logN
    }

    /// The columns of the slot's line.
    var row: [String] { [slot, kind] + (cost.map { ["scrypt 2^\($0)"] } ?? []) }
}
