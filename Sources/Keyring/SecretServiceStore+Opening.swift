public import Core
internal import Secrets

/// Creates, locks and unlocks the default collection. Only these functions let the service prompt the user.
extension SecretServiceStore {
    /// How long to wait for the service's own dialog, by default.
    public static let promptSeconds: Int64 = 120

    /// Creates the default collection when there is none.
    public func initialise() throws(FedauthError) {
        let connection = try connect()
        guard try connection.defaultCollection() == nil else {
            throw FedauthError(
                .busy, "the desktop keyring has a default collection already", hint: "use it: fedauth store put")
        }
        guard try connection.takesPasswords() else {
            throw FedauthError(
                .storeUnavailable, "this secret service makes no collection without its own program",
                hint: "make a default keyring or database there, or \(KeyringFailure.fileInstead)")
        }
        guard let passwords else {
            throw FedauthError(
                .inputNeeded, "a new keyring needs a password, and fedauth cannot ask for it",
                hint: "give it by --store-passphrase-file FILE or FEDAUTH_STORE_PASSPHRASE")
        }
        try connection.createDefaultCollection(password: try passwords.passphrase(for: location, new: true))
        guard try connection.defaultCollection() != nil else { throw KeyringFailure.noCollection }
    }

    /// Locks the default collection. Throws `timed-out` when the service prompts and gets no answer.
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

    /// Unlocks the default collection. `seconds` has no effect, because keyrings have no time limit for this.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {
        try unlock(promptSeconds: Self.promptSeconds)
    }

    /// Unlocks the default collection, and all that may hide entries: with a password if the service accepts one, else
    /// with its own dialog, if there is a display. Waits for that `promptSeconds`, 0 prevents it, and leaves it open.
    public func unlock(promptSeconds: Int64) throws(FedauthError) {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        try unlock(collection, location, promptSeconds)
        // An entry stays in its collection when another one becomes the default.
        var others = Set(try connection.search(nil).locked.map(SecretServiceConnection.collection))
        if hasDisplay, promptSeconds > 0, try !connection.takesPasswords() {
            for other in try connection.collections() where try connection.isOpenWallet(other) == nil {
                others.insert(other)
            }
        }
        for other in others.subtracting([collection]).sorted() {
            let label = try connection.label(of: other)
            try unlock(other, "'\(label.folded(to: 60))' of \(location)", promptSeconds)
        }
    }

    private func unlock(_ collection: String, _ place: String, _ promptSeconds: Int64) throws(FedauthError) {
        let connection = try connect()
        guard try connection.isLocked(collection) else { return }
        let mayPrompt = hasDisplay && promptSeconds > 0
        if let password = try password(connection, place, mayPrompt: mayPrompt) {
            do throws(FedauthError) {
                try connection.unlock(collection, password: password)
            } catch { throw error.code == .wrongPassphrase ? KeyringFailure.wrongPassphrase(place, "denied") : error }
            guard try !connection.isLocked(collection) else {
                throw KeyringFailure.wrongPassphrase(place, "still locked")
            }
            return
        }
        guard mayPrompt else { throw KeyringFailure.asksFirst(takesPasswords: try connection.takesPasswords()) }
        let milliseconds = UInt32(clamping: min(promptSeconds, 86400) * 1000)
        guard try connection.unlockByPrompt(collection, milliseconds: milliseconds),
            try !connection.isLocked(collection)
        else { throw FedauthError(.cancelled, "\(place) was not unlocked", hint: "try again") }
    }

    /// Returns the password, if the service accepts one and a source has it; nil when the service's dialog should ask.
    private func password(
        _ connection: SecretServiceConnection, _ place: String, mayPrompt: Bool
    ) throws(FedauthError) -> Secret? {
        guard let passwords, try connection.takesPasswords() else { return nil }
        do throws(FedauthError) {
            return try passwords.passphrase(for: place, new: false)
        } catch  where mayPrompt && error.code == .storeLocked { return nil }
    }
}
