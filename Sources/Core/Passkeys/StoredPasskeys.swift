/// The passkeys that the browser of one sign-in may use, and those that it makes.
public final class StoredPasskeys {
    private let store: any CredentialStore
    private let user: String?
    private let reporter: any Reporter
    private var entries: [StoreEntry]?
    /// The names of the entries that were added.
    public private(set) var added: [String] = []

    /// Reads nothing yet.
    ///
    /// - Parameter user: the user to sign in: of several accounts at a relying party, the one of that name is taken.
    public init(_ store: any CredentialStore, user: String?, reporter: any Reporter) {
        self.store = store
        self.user = user
        self.reporter = reporter
    }

    /// Whether there is a passkey for pages of `origin`. False when the store cannot be read without a question: then the
    /// browser's own authenticators work.
    public func isKept(for origin: Origin) -> Bool { !fitting(origin).isEmpty }

    /// Returns the passkeys for pages of `origin`, and no others. Skips those that cannot be read.
    public func usable(at origin: Origin) -> [Passkey] {
        fitting(origin).compactMap { entry -> Passkey? in
            do throws(FedauthError) {
                return try PasskeyStore(store).named(entry.name)?.passkey
            } catch {
                reporter.warning(error.message)
                return nil
            }
        }
    }

    private func fitting(_ origin: Origin) -> [StoreEntry] {
        let known = entries ?? readEntries()
        entries = known
        let fitting = known.filter { Passkey.isUsable(PasskeyEntry.relyingParty($0), at: origin) }
        let named = fitting.filter { PasskeyEntry.userName($0).lowercased() == user?.lowercased() }
        return named.isEmpty ? fitting : named
    }

    private func readEntries() -> [StoreEntry] {
        do throws(FedauthError) {
            return try store.state() == .ready ? PasskeyStore(store).entries() : []
        } catch {
            reporter.detail("the store has not told of passkeys: \(error.message)")
            return []
        }
    }

    /// Stores a passkey that a page has made.
    public func add(_ passkey: Passkey) throws(FedauthError) {
        let name = try PasskeyStore(store).add(passkey)
        entries = nil
        if !added.contains(name) { added.append(name) }
        reporter.note(
            "the passkey for '\(passkey.relyingParty.folded(to: 100))' is stored as '\(name.folded(to: 200))'")
    }

    /// Stores the counter of a passkey that a page has used. A failure is only a warning: the page goes on.
    public func count(_ signCount: Int64, of passkey: Passkey) {
        reporter.detail("a passkey for '\(passkey.relyingParty.folded(to: 100))' was used")
        do throws(FedauthError) {
            try PasskeyStore(store).count(signCount, of: passkey)
        } catch {
            reporter.warning("the counter of the passkey was not stored: \(error.message)")
        }
    }
}
