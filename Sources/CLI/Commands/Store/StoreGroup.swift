import Application
import Core
import FileStore

/// `fedauth store`: entries of the keyring or of the encrypted file.
struct StoreGroup: CommandNode, Documented {
    static let examples: Examples = [
        "printf %s \"$secret\" | fedauth store put ci/token": "Keep the output of a pipe",
        "fedauth store get ci/token": "Print it again, unchanged",
        "fedauth store unlock --for 1h": "Ask for the passphrase of the encrypted file once an hour",
    ]
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Keep secrets in the desktop keyring or an encrypted file.",
        sections: [
            .init(
                name: "Entries",
                commands: [
                    StorePut.self, StoreGet.self, StoreList.self, StoreSearch.self, StoreRename.self, StoreDelete.self,
                ]),
            .init(
                name: "Opening and closing",
                commands: [StoreInit.self, StoreUnlock.self, StoreLock.self, StoreRekey.self, StoreSlotGroup.self]),
            .init(name: "Moving", commands: [StoreExport.self, StoreImport.self, StoreMove.self]),
            .init(
                name: "Care",
                commands: [
                    StoreVerify.self, StoreRecover.self, StoreAcceptOlder.self, StoreDoctor.self,
                    StoreClearClipboard.self,
                ]),
        ])
}

/// A command that works with the store, and has the options that choose and open it.
protocol StoreCommand: Command {
    var storage: StoreSettings { get set }
}

extension StoreCommand {
    /// Names the options of `declare`, then those of the store.
    mutating func declareAll(_ list: OptionList) {
        declare(list)
        list.settings("Store", &storage)
    }

    /// Returns the store with key slots, for commands that change what opens it. Throws `usage` for a keyring.
    func slottedStore(in context: CommandContext) throws(FedauthError) -> SlottedStore {
        let store = try context.store(storage)
        guard let slotted = store as? SlottedStore else {
            throw FedauthError(
                .usage, "this is for the encrypted file, and the \(store.backend) is in use",
                hint: "add '--store file' if the file is meant")
        }
        return slotted
    }

    /// Returns the store for inspection.
    func maintainedStore(in context: CommandContext) throws(FedauthError) -> any MaintainedStore {
        let store = try context.store(storage)
        guard let maintained = store as? any MaintainedStore else {
            throw FedauthError(.usage, "the store '\(store.location)' cannot be verified or repaired")
        }
        return maintained
    }
}
