public import Core
internal import Secrets

/// Making, locking and unlocking the default collection: the only places where the service may ask somebody.
extension SecretServiceStore {
    /// How long the service's own dialog is waited for unless told otherwise.
    public static let promptSeconds: Int64 = 120

    /// Makes the default collection where there is none.
    public func initialise() throws(FedauthError) {
        let connection = try connect()
        guard try connection.defaultCollection() == nil else {
            throw FedauthError(
                .busy, "the desktop keyring has a default collection already",
                hint: "use it: fedauth store put")
        }
        guard try connection.takesPasswords() else {
            throw FedauthError(
                .storeUnavailable, "this secret service makes no collection without its own program",
                hint: "make a default keyring or database there, or \(KeyringFailure.fileInstead)")
        }
        guard let passwords else {
            throw FedauthError(
                .inputNeeded, "a new keyring needs a password, and nobody can be asked",
                hint: "give it by --store-passphrase-file FILE or FEDAUTH_STORE_PASSPHRASE")
        }
        try connection.createDefaultCollection(password: try passwords.passphrase(for: location, new: true))
        guard try connection.defaultCollection() != nil else { throw KeyringFailure.noCollection }
    }

    /// Locks the default collection; throws `timed-out` when the service asks somebody first who does not answer.
    public func lock() throws(FedauthError) {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { return }
        if try connection.isLocked(collection) { return }
        try connection.lock(collection)
        guard try connection.defaultCollection() == collection else { return }
        guard try connection.isLocked(collection) else {
            throw FedauthError(
                .storeUnavailable, "the desktop keyring is still open after it was locked", hint: "lock it there")
        }
    }

    /// Unlocks the default collection; a keyring knows no time limit of ours, so `seconds` has no effect.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {
        try unlock(promptSeconds: Self.promptSeconds)
    }

    /// Unlocks the default collection: by a password where the service takes one, else by its own dialog, where there
    /// is a display to show it on.
    /// - Parameter promptSeconds: how long the dialog is waited for; 0: it must not come up. When the time is over the
    ///   dialog is left as it is.
    public func unlock(promptSeconds: Int64) throws(FedauthError) {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        guard try connection.isLocked(collection) else { return }
        let mayPrompt = hasDisplay && promptSeconds > 0
        if let password = try password(connection, mayPrompt: mayPrompt) {
            try connection.unlock(collection, password: password)
            guard try !connection.isLocked(collection) else {
                throw KeyringFailure.wrongPassphrase("still locked")
            }
            return
        }
        guard mayPrompt else {
            throw KeyringFailure.asksFirst(takesPasswords: try connection.takesPasswords())
        }
        let milliseconds = UInt32(clamping: min(promptSeconds, 86400) * 1000)
        guard try connection.unlockByPrompt(collection, milliseconds: milliseconds),
            try !connection.isLocked(collection)
        else {
            throw FedauthError(.cancelled, "the desktop keyring was not unlocked", hint: "try again")
        }
    }

    /// The password, where the service takes one and somebody knows it; nil where the service's dialog is to ask.
    private func password(
        _ connection: SecretServiceConnection, mayPrompt: Bool
    ) throws(FedauthError) -> Secret? {
        guard let passwords, try connection.takesPasswords() else { return nil }
        do throws(FedauthError) {
            return try passwords.passphrase(for: location, new: false)
        } catch  where mayPrompt && error.code == .storeLocked {
            return nil
        }
    }
}
