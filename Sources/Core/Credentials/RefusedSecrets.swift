import Secrets

/// The passwords that servers have refused. A job does not send one again before it changes, because servers lock
/// accounts.
/// Each user of a server, or of its protection space (RFC 9110 section 11.5), has one entry in the store,
/// `refused/SERVER[?REALM][#USER]` of the kind `refusal`, encoded like the names of credentials; the user name is in
/// lower case and without blanks around it, as most servers compare it, and each digit of the realm is 0. Its value are
/// fields (see `FieldWriter`): 1 version (2), 2 a random key, and for each of the last passwords 3 with fields of its
/// own: 1 the hash of key and password, with the key once more, 2 the time in seconds, 3 how often it was refused for
/// what may have been another reason (none: for certain), 4 for how many seconds that counts (none: a day). Nobody
/// learns a password from it without guessing. Its attributes are `server`, `username` and `count`, how many passwords
/// there are.
/// What a form has sent counts for each realm, and the other way round: the server counts the attempts of a user. A
/// one-time code that a server got is remembered with `one-time code` in place of the user: several entries may have
/// one key.
public final class RefusedSecrets {
    private let store: (any CredentialStore)?
    private let ofCommand: OfCommand
    private let hashing: any DigestHashing
    private let reporter: any Reporter
    private let clock: any WallClock
    /// Whether a refused password is sent all the same: the user wants it, or is there to be asked for another one.
    private let isSent: Bool
    /// Whether something may be written to the store, or asked to open it.
    private let keeps: Bool
    /// What the store has, by the names of the entries.
    private var looked: [String: Entry?] = [:]
    /// The names of all entries; nil: not read.
    private var names: [String]?
    private static let kind = "refusal"
    private static let contentType = "application/vnd.fedauth.refusal"
    /// How many passwords of one user are remembered.
    private static let most = 8

    /// What a refusal says about the password that was sent.
    enum Verdict: Sendable {
        /// Nothing else can have been wrong.
        case certain
        /// It may have been right. The second time counts, for a day: servers forget attempts, too.
        case doubtful
        /// The server names another cause, and may count the attempts all the same. The second time counts, for an hour: no server
        /// that forgets attempts within one locks the account then.
        case otherCause

        fileprivate var heldSeconds: Int64? {
            switch self {
            case .certain: nil
            case .doubtful: 24 * 3600
            case .otherCause: 3600
            }
        }
    }

    /// A password that was refused.
    private struct Refusal: FieldCoded {
        var hash: SharedSecret
        var time: Int64
        /// How often, for what may have been another reason; nil: for certain.
        var doubts: Int64?
        /// How long it is not sent again for such a reason, in seconds.
        var held: Int64

        static func coded(_ refusal: Refusal?, by coder: inout FieldCoder) -> Refusal? {
            guard let hash = coder.secret(1, refusal?.hash), let time = coder.number(2, refusal?.time) else {
                return nil
            }
            let doubts = coder.number(3, refusal?.doubts)
            let held = coder.number(4, refusal?.doubts == nil ? nil : refusal?.held)
            return Refusal(hash: hash, time: time, doubts: doubts, held: held ?? Verdict.doubtful.heldSeconds ?? 0)
        }
    }

    private struct Entry: FieldCoded {
        var entry: StoreEntry?
        var key: String
        /// The newest is the last.
        var refusals: [Refusal] = []

        static func coded(_ entry: Entry?, by coder: inout FieldCoder) -> Entry? {
            guard coder.isVersion(2), let key = coder.text(2, entry?.key) else { return nil }
            return Entry(key: key, refusals: coder.values(3, entry?.refusals).compactMap(\.self))
        }
    }

    /// Reads nothing yet. `ofCommand` is one for all objects that send passwords in this command. `isSent`: a password
    /// that was refused in an earlier command is sent all the same. `keeps` false: nothing is written, and read only
    /// from a store that is open.
    public init(
        _ store: any CredentialStore, ofCommand: OfCommand, hashing: any DigestHashing, reporter: any Reporter,
        clock: any WallClock, isSent: Bool, keeps: Bool = true
    ) {
        self.store = keeps || (try? store.state()) == .ready ? store : nil
        self.ofCommand = ofCommand
        self.hashing = hashing
        self.reporter = reporter
        self.clock = clock
        self.isSent = isSent
        self.keeps = keeps
    }

    /// What servers have refused in this command. That is not sent again, also where there is no store, when the user is
    /// there, or when something else may have been wrong: several identities or sessions may be of one account.
    public final class OfCommand {
        private var passwords: [String: [SharedSecret]] = [:]

        /// Nothing was refused yet.
        public init() {}

        /// Forgets all passwords.
        public func forgetAll() { passwords = [:] }

        fileprivate func has(_ password: SharedSecret, _ place: Place) -> Bool {
            passwords.contains { place.meets($0.key) && $0.value.contains(password) }
        }

        fileprivate func note(_ password: SharedSecret, _ name: String) {
            passwords[name, default: []].append(password)
        }

        fileprivate func forget(_ place: Place) {
            for name in passwords.keys where place.covers(name) { passwords[name] = nil }
        }
    }

    /// Where a password goes: the name of an entry, in its parts.
    fileprivate struct Place {
        private let server: String
        private let realm: String?
        private let user: String?

        init(_ user: String?, _ server: Origin, _ realm: String?) {
            let encoding = CredentialEntry.encoding
            self.server = "refused/" + encoding.encode(server.description)
            // Some servers count or tell the time in it.
            self.realm = realm.map { encoding.encode(String($0.map { $0.isNumber ? "0" : $0 })) }
            // A domain counts: the same password with another one is another attempt.
            self.user = user.map { encoding.encode($0.lowercased().trimmed) }
        }

        var name: String { server + (realm.map { "?" + $0 } ?? "") + (user.map { "#" + $0 } ?? "") }

        /// Returns whether a refusal with this name is of the same user: a realm or a user that is not known is any.
        func meets(_ name: String) -> Bool {
            guard let (realm, user) = parts(name) else { return false }
            return meets(realm) && (user == nil || self.user == nil || user == self.user)
        }

        /// Returns whether a refusal with this name ends when the server takes a password of the user.
        func covers(_ name: String) -> Bool {
            guard let (realm, user) = parts(name) else { return false }
            return meets(realm) && (user == nil || user == self.user)
        }

        private func meets(_ realm: String?) -> Bool { realm == nil || self.realm == nil || realm == self.realm }

        private func parts(_ name: String) -> (realm: String?, user: String?)? {
            guard name.hasPrefix(server) else { return nil }
            let rest = name.dropFirst(server.count)
            guard rest.isEmpty || rest.first == "?" || rest.first == "#" else { return nil }
            let hash = rest.firstIndex(of: "#") ?? rest.endIndex
            let user = hash == rest.endIndex ? nil : String(rest[hash...].dropFirst())
            return (rest.first == "?" ? String(rest[..<hash].dropFirst()) : nil, user)
        }
    }

    /// Throws `refused` when the server has refused this password of the user in this command or in an earlier one.
    /// `source` is where a given password comes from; nil: the store, which keeps none that was refused for certain.
    /// `option` has it sent all the same.
    func check(
        _ password: SharedSecret, of user: String?, at server: Origin, realm: String? = nil, from source: String?,
        orBy option: String = "'--send-refused'"
    ) throws(FedauthError) {
        let what =
            user == Self.codeKey
            ? "codes of this key" : "this password" + (user.map { " of '\($0.folded(to: 60))'" } ?? "")
        let place = Place(user, server, realm)
        guard !ofCommand.has(password, place) else {
            throw FedauthError(
                .refused,
                "'\(server.hostAndPort)' has just refused \(what), so it is not sent again",
                hint: "find out what is right before you try again: servers lock accounts")
        }
        guard let refusal = try refusal(of: password, at: place, isStored: source == nil) else { return }
        let when = Timestamp(seconds: refusal.time).iso8601
        let did = refusal.doubts == nil ? "refused" : "did not take"
        guard !isSent else {
            return reporter.warning("'\(server.hostAndPort)' \(did) \(what) before, on \(when)")
        }
        let end = refusal.doubts.map { _ in " before \(Timestamp(seconds: refusal.time + refusal.held).iso8601)" } ?? ""
        throw FedauthError(
            .refused,
            "'\(server.hostAndPort)' \(did) \(what) on \(when), so it is not sent again\(end); it comes from "
                + (source ?? "the store"),
            hint: "put the right one there; if it is right by now: \(option)")
    }

    /// Returns the refusal of a password that counts at a place; by default one that keeps it from being sent.
    private func refusal(
        of password: SharedSecret, at place: Place, isStored: Bool, isBlocking: ((Refusal) -> Bool)? = nil
    ) throws(FedauthError) -> Refusal? {
        let isBlocking = isBlocking ?? self.isBlocking
        for name in try known(place.meets) {
            guard let entry = try known(name), let index = index(of: password, in: entry) else { continue }
            let refusal = entry.refusals[index]
            if !isStored || refusal.doubts != nil, isBlocking(refusal) { return refusal }
        }
        return nil
    }

    private func isBlocking(_ refusal: Refusal) -> Bool {
        guard let doubts = refusal.doubts else { return true }
        return doubts > 1 && clock.now.seconds - refusal.time < refusal.held
    }

    /// Records a refusal; `isRepeated`: a later command would send the same password again.
    func note(
        _ password: SharedSecret, of user: String?, at server: Origin, realm: String? = nil, isRepeated: Bool = true,
        as verdict: Verdict = .certain
    ) {
        let place = Place(user, server, realm)
        let name = place.name
        ofCommand.note(password, name)
        guard isRepeated, keeps, let store else { return }
        do throws(FedauthError) {
            // Another command may have written meanwhile.
            looked[name] = nil
            var entry: Entry
            if let earlier = try known(name) { entry = earlier } else { entry = Entry(key: try hashing.nonce()) }
            let earlier = try refusal(of: password, at: place, isStored: false, isBlocking: { _ in true })
            var refusal = Refusal(
                hash: SharedSecret(text: ""), time: clock.now.seconds,
                doubts: verdict == .certain ? nil : earlier.map { $0.doubts.map { $0 + 1 } } ?? 1,
                held: verdict.heldSeconds ?? 0)
            if let index = index(of: password, in: entry) {
                refusal.hash = entry.refusals.remove(at: index).hash
            } else {
                guard let hash = hash(password, entry.key) else { return }
                refusal.hash = hash
            }
            entry.refusals = entry.refusals.suffix(Self.most - 1) + [refusal]
            var attributes = ["server": server.description, "count": String(entry.refusals.count)]
            attributes["username"] = user
            let written = try store.put(
                StoreDraft(
                    name: name, kind: Self.kind, attributes: attributes, contentType: Self.contentType,
                    value: entry.encoded()))
            entry.entry = written
            looked[name] = entry
            names = nil
        } catch {
            // The next command would send it again.
            reporter.warning("what was sent could not be noted, and the next command may send it too: \(error.message)")
        }
    }

    /// Records that the server gets a one-time code, which counts once (RFC 6238 section 5.2). Returns false for one that it has
    /// got from another command.
    func spend(_ code: SharedSecret, at server: Origin) throws(FedauthError) -> Bool {
        let place = Place(Self.codes, server, nil)
        // Another command may have written meanwhile.
        looked[place.name] = nil
        names = nil
        let isSpent = try refusal(of: code, at: place, isStored: false) { [clock] in
            clock.now.seconds - $0.time < $0.held
        }
        guard isSpent == nil else { return false }
        note(code, of: Self.codes, at: server, as: .doubtful)
        return true
    }
    private static let codes = "one-time code"
    /// What stands in place of the user of a key whose codes a server did not take.
    static let codeKey = "key of one-time codes"

    /// Records that the server takes a password of the user.
    func forget(_ user: String?, at server: Origin, realm: String? = nil) {
        let place = Place(user, server, realm)
        ofCommand.forget(place)
        guard keeps else { return }
        do throws(FedauthError) {
            let covered = try known(place.covers)
            if !covered.isEmpty { names = nil }
            for name in covered {
                if let entry = try known(name)?.entry { try store?.delete(unchanged: [entry]) }
                looked[name] = nil
            }
        } catch { reporter.detail("the refusal of an earlier password is not forgotten: \(error.message)") }
    }

    /// Returns the names of the entries that count.
    private func known(_ counts: (String) -> Bool) throws(FedauthError) -> [String] {
        do throws(FedauthError) {
            if names == nil { names = try store?.list().map(\.name).filter { $0.hasPrefix("refused/") } ?? [] }
        } catch {
            if error.code == .cancelled { throw error }
            names = []
            reporter.detail("whether a password was refused before is not known: \(error.message)")
        }
        return names?.filter(counts) ?? []
    }

    /// Without a store, or while it is locked, nothing is known: the sign-in itself says what is wrong with the store.
    private func known(_ name: String) throws(FedauthError) -> Entry? {
        if let found = looked[name] { return found }
        guard name.utf8.count <= StoreLimits.nameBytes else { return nil }
        do throws(FedauthError) {
            let found = try store?.get(name).flatMap { $0.entry.kind == Self.kind ? Self.entry($0) : nil }
            looked[name] = .some(found)
            return found
        } catch {
            if error.code == .cancelled { throw error }
            reporter.detail("whether a password was refused before is not known: \(error.message)")
            return nil
        }
    }

    private static func entry(_ item: StoreItem) -> Entry? {
        var found = item.value.withBytes { Entry(fields: $0) }
        found?.entry = item.entry
        return found
    }

    private func index(of password: SharedSecret, in entry: Entry) -> Int? {
        guard let hash = hash(password, entry.key) else { return nil }
        return entry.refusals.firstIndex { $0.hash == hash }
    }

    /// Returns SHA-256 of the key, and of SHA-256 of key and password; nil when the library does not have it.
    private func hash(_ password: SharedSecret, _ key: String) -> SharedSecret? {
        var inner = Secret(capacity: key.utf8.count + password.count)
        inner.append(key)
        password.withBytes { inner.append($0) }
        guard let once = hashing.hash(inner, by: .sha256) else { return nil }
        var outer = Secret(capacity: key.utf8.count + once.count)
        outer.append(key)
        once.withBytes { outer.append($0) }
        guard let twice = hashing.hash(outer, by: .sha256) else { return nil }
        return SharedSecret(twice)
    }
}
