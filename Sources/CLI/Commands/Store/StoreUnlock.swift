import Application
import Core
import Keyring

/// `fedauth store unlock`.
struct StoreUnlock: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store unlock --for 1h": "Ask for the passphrase once, and use the store for an hour",
        "fedauth store unlock --store-passphrase-file ~/.secrets/store": "The same from a script",
        "fedauth store unlock --store keyring": "Unlock the desktop keyring, also where there is no desktop",
    ]
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Open the store, and keep it open for a while.")

    var duration: TimeLength?
    var timeout: TimeLength?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.option(
            "for", &duration, "time", "How long the encrypted file stays open: \(TimeLength.forms) (default: 15m).")
        list.option(
            "timeout", &timeout, "time",
            "How long to wait for the keyring's own dialog, where it shows one (default: 2m).")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        if let duration, duration.seconds == 0 {
            throw FedauthError(
                .usage, "'--for' takes 1 second or more, not '\(duration.description)'",
                hint: "'fedauth store lock' closes the store")
        }
        let store = try context.store(storage)
        if let keyring = store as? SecretServiceStore {
            if duration != nil {
                context.streams.warning("a keyring stays open until it is locked: '--for' has no effect on it")
            }
            let seconds = timeout?.seconds ?? SecretServiceStore.promptSeconds
            try keyring.unlock(promptSeconds: context.global.noInput ? 0 : seconds)
            context.streams.done("unlocked \(store.placeName)")
        } else {
            if timeout != nil {
                context.streams.warning(
                    "only a keyring shows a dialog: '--timeout' has no effect on \(store.placeName)")
            }
            try store.unlock(forSeconds: duration?.seconds)
            if !storage.usesCache {
                context.streams.done("\(store.placeName) can be opened; with '--no-cache' it does not stay open")
            } else {
                let time = duration.map { "for \($0)" } ?? "for 15m after each use, and for 8h at most"
                context.streams.note("the store stays open \(time); 'fedauth store lock' ends that")
            }
        }
        try context.report(store.json(try store.state()))
    }
}
