internal import CSecret
internal import Core
internal import Secrets

/// Locks, unlocks and creates collections.
extension SecretServiceConnection {
    /// Locks a collection. Throws when the service prompts and gets no answer.
    func lock(_ collection: String) throws(FedauthError) {
        let prompt = try text(to: "be locked") { csecret_lock(connection, collection, $0) }
        guard prompt != Self.noPrompt else { return }
        guard try bus.perform(prompt, to: "be locked", milliseconds: bus.milliseconds) else {
            throw KeyringFailure.refused("be locked")
        }
    }

    /// Returns whether the service accepts a password for unlocking and creating collections, as gnome-keyring does.
    func takesPasswords() throws(FedauthError) -> Bool {
        try answer(to: "tell what it can do") { error -> Bool? in
            var takes: Int32 = 0
            return csecret_takes_passwords(connection, &takes, error) == 1 ? takes != 0 : nil
        }
    }

    /// Throws `store-locked` when a locked collection may hide entries, which stay in their collection when another one
    /// becomes the default. KeePassXC hides the items of a locked database. gnome-keyring, recognised by its password
    /// interface, lists those of a locked keyring, and KWallet those of a closed wallet.
    func refuseHidingPlaces(_ name: String?) throws(FedauthError) {
        guard try !takesPasswords() else { return }
        for collection in try collections() {
            guard try isLocked(collection), try isOpenWallet(collection) == nil else { continue }
            throw KeyringFailure.locked(try label(of: collection), hiding: name, isCertain: false)
        }
    }

    /// Unlocks a collection without a prompt, using gnome-keyring's interface.
    func unlock(_ collection: String, password: borrowing Secret) throws(FedauthError) {
        try sending(password, as: "text/plain", to: "be unlocked") { secret, error -> Void? in
            csecret_unlock_with_password(connection, collection, secret, error) == 1 ? () : nil
        }
    }

    /// Creates the default collection without a prompt, using gnome-keyring's interface.
    func createDefaultCollection(password: borrowing Secret) throws(FedauthError) {
        try sending(password, as: "text/plain", to: "make its default collection") { secret, error -> Void? in
            csecret_create_with_password(connection, "Login", secret, error) == 1 ? () : nil
        }
    }

    /// Unlocks a collection with the service's own prompt, within `milliseconds`; false when it was dismissed.
    func unlockByPrompt(_ collection: String, milliseconds: UInt32) throws(FedauthError) -> Bool {
        let prompt = try text(to: "be unlocked") { csecret_unlock(connection, collection, $0) }
        guard prompt != Self.noPrompt else { return true }
        return try bus.perform(prompt, to: "be unlocked", milliseconds: milliseconds, isUnlock: true)
    }
}
