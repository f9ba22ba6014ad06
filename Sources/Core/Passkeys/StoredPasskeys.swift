/// The passkeys that the browser of one sign-in may use, and those that it makes.
public final class StoredPasskeys {
    private let store: any CredentialStore
    private let user: String?
    private let reporter: any Reporter
    private var entries: [StoreEntry]?
    private let isUsed: Bool
    /// The names of the entries that were added.
    public private(set) var added: [String] = []

    /// Reads nothing yet. Of several accounts, that of `user` is taken; if not `isUsed`, no page gets a stored one.
    public init(_ store: any CredentialStore, user: String?, isUsed: Bool = true, reporter: any Reporter) {
        (self.isUsed, self.store, self.user, self.reporter) = (isUsed, store, user, reporter)
    }

    /// Whether there is a passkey for pages of `origin`. False when the store cannot be read without a question: then the
    /// browser's own authenticators work.
    public func isKept(for origin: Origin) -> Bool { !fitting(origin).isEmpty }

    /// The domains of the passkeys, each once, that browsers can compare with the host of a page.
    public var relyingParties: [String] {
        let domains = Set(known.map(PasskeyEntry.relyingParty))
        return domains.filter { $0.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) } }.sorted()
    }

    /// Returns the passkeys for pages of `origin`, and no others. Skips those that cannot be read. Of several of one account, a
    /// page that names none finds the newest: the relying party may have forgotten the others.
    public func usable(at origin: Origin) -> [Passkey] {
        var accounts: Set<[UInt8]> = []
        return fitting(origin).sorted { $0.created > $1.created }.compactMap { entry -> Passkey? in
            do throws(FedauthError) {
                guard var passkey = try PasskeyStore(store).named(entry.name)?.passkey else { return nil }
                let handle = passkey.userHandle?.withBytes { Array($0) } ?? []
                let isNewest = accounts.insert(Array(passkey.relyingParty.utf8) + [0] + handle).inserted
                passkey.isDiscoverable = passkey.isDiscoverable && isNewest
                return passkey
            } catch {
                reporter.warning(error.message)
                return nil
            }
        }
    }

    private func fitting(_ origin: Origin) -> [StoreEntry] {
        let fitting = known.filter { Passkey.isUsable(PasskeyEntry.relyingParty($0), at: origin) }
        let named = fitting.filter { PasskeyEntry.userName($0).lowercased() == user?.lowercased() }
        return named.isEmpty ? fitting : named
    }

    private var known: [StoreEntry] {
        if let entries { return entries }
        let read = readEntries()
        entries = read
        return read
    }

    private func readEntries() -> [StoreEntry] {
        guard isUsed else { return [] }
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
        } catch { reporter.warning("the counter of the passkey was not stored: \(error.message)") }
    }
}
