import Application
import Core
import Secrets

/// The options that name a new key for the store.
struct NewKeyOptions: OptionGroup {
    var newPassphraseFile: String?
    var newPassphraseFd: Int32?
    var newKeyFile: String?
    var newCredential: String?
    var cost: Int?

    mutating func declare(_ list: OptionList) {
        list.option(
            "new-passphrase-file", &newPassphraseFile, "file", "Take the new passphrase from this file.",
            completion: .file)
        list.option("new-passphrase-fd", &newPassphraseFd, "number", "Take the new passphrase from this descriptor.")
        list.option(
            "new-key-file", &newKeyFile, "file", "A key file, 32 random bytes or more; made if it does not exist.",
            completion: .file)
        list.option(
            "new-credential", &newCredential, "file",
            "The content of a credential that systemd will pass to a service as 'fedauth.store'; made if it does not "
                + "exist.", completion: .file)
        list.option(
            "cost", &cost, "number",
            "What guessing a new passphrase costs: the base-2 logarithm of scrypt's N, 15 to 20 (default: 17, 128 MiB of "
                + "memory).")
    }

    func validate() throws(Mistake) {
        if let cost, !(15...20).contains(cost) { throw Mistake("'--cost \(cost)' is not between 15 and 20") }
        if cost != nil, !isPassphrase, newKeyFile != nil || newCredential != nil {
            throw Mistake("'--cost' is for a passphrase, and no new one is named")
        }
        if newPassphraseFile != nil && newPassphraseFd != nil {
            throw Mistake("'--new-passphrase-file' and '--new-passphrase-fd' exclude each other")
        }
    }

    private var isPassphrase: Bool { newPassphraseFile != nil || newPassphraseFd != nil }

    /// The number of keys that are named.
    var count: Int { [isPassphrase, newKeyFile != nil, newCredential != nil].count { $0 } }

    /// Returns the named keys; without any, prompts for a passphrase.
    func keys(_ context: CommandContext, for location: String) throws(FedauthError) -> [StoreKey] {
        var keys: [StoreKey] = []
        if let newPassphraseFile {
            let source = FileSecretSource(path: newPassphraseFile, reporter: context.streams, clock: context.clock)
            keys.append(passphrase(try source.secret()))
        }
        if let newPassphraseFd {
            let source = DescriptorSecretSource(number: newPassphraseFd, clock: context.clock)
            keys.append(passphrase(try source.secret()))
        }
        for (kind, path) in [(StoreKeyKind.keyFile, newKeyFile), (.credential, newCredential)] {
            guard let path else { continue }
            let bytes = try KeyFile.readOrMake(path, kind, reporter: context.streams, until: context.clock.deadline())
            keys.append(StoreKey(kind, SharedSecret(bytes)))
        }
        if keys.isEmpty {
            keys.append(
                passphrase(
                    try context.prompter().askTwice("New passphrase for the store '\(location)': ", context.streams)))
        }
        for key in keys { try key.checkStrength() }
        return keys
    }

    private func passphrase(_ secret: consuming Secret) -> StoreKey { StoreKey(.passphrase, SharedSecret(secret)) }
}
