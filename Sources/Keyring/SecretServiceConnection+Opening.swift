internal import CSecret
internal import Core
internal import Secrets

/// Locking, unlocking and making collections.
extension SecretServiceConnection {
    /// Locks; throws when that needs somebody who does not answer.
    func lock(_ collection: String) throws(FedauthError) {
        let prompt = try path(to: "be locked") { error in csecret_lock(connection, collection, error) }
        guard prompt != Self.noPrompt else { return }
        guard try bus.perform(prompt, to: "be locked", milliseconds: bus.milliseconds) else {
            throw KeyringFailure.refused("be locked")
        }
    }

    /// Whether the service unlocks and makes collections by a password that it is told, as gnome-keyring does.
    func takesPasswords() throws(FedauthError) -> Bool {
        try answer(to: "tell what it can do") { error -> Bool? in
            var takes: Int32 = 0
            return csecret_takes_passwords(connection, &takes, error) == 1 ? takes != 0 : nil
        }
    }

    /// gnome-keyring's unlocking without a prompt.
    func unlock(_ collection: String, password: borrowing Secret) throws(FedauthError) {
        let value = try sessionValue(password, "text/plain")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        try answer(to: "be unlocked") { error -> Void? in
            csecret_unlock_with_password(
                connection, collection, secret_service_encode_dbus_secret(service, value), error) == 1 ? () : nil
        }
    }

    /// gnome-keyring's making of the default collection without a prompt.
    func createDefaultCollection(password: borrowing Secret) throws(FedauthError) {
        let value = try sessionValue(password, "text/plain")
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        try answer(to: "make its default collection") { error -> Void? in
            csecret_create_with_password(
                connection, "Login", secret_service_encode_dbus_secret(service, value), error) == 1 ? () : nil
        }
    }

    /// The service's own prompt, for as long as a person may take; false when it was refused.
    func unlockByPrompt(_ collection: String, milliseconds: UInt32) throws(FedauthError) -> Bool {
        let prompt = try path(to: "be unlocked") { error in csecret_unlock(connection, collection, error) }
        guard prompt != Self.noPrompt else { return true }
        return try bus.perform(prompt, to: "be unlocked", milliseconds: milliseconds, isUnlock: true)
    }
}
