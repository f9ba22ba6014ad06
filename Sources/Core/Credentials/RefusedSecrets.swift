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
    /// What was handed out to be sent, and has no verdict yet.
    private var attempts: [Attempt] = []
    private var isReadable = true
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
    fileprivate struct Refusal: FieldCoded {
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

    /// A password that was handed out to be sent.
    fileprivate struct Attempt {
        let password: SharedSecret
        let user: String?
        let server: any SecretReceiver
        let realm: String?
        /// Whether it counts from the moment in which it is sent.
        var isAlone = false
        var isSent = false
        /// Whether it counts already, and what was there before.
        var isNoted = false
        var before: Refusal?
        var place: Place { Place(user, server, realm) }
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
        fileprivate var sending: [RefusedSecrets] = []
        /// Whether a password was sent, and nothing is known of it.
        public var isUnanswered: Bool { sending.contains { $0.attempts.contains(where: \.isSent) } }

        /// Nothing was refused yet.
        public init() {}

        /// Forgets all passwords.
        public func forgetAll() {
            settle()
            passwords = [:]
        }

        /// Counts what was handed out as sent without an answer, before the bytes go: what ends this process leaves it so.
        public func leave() { for refusals in sending { refusals.leave() } }

        /// Ends the command, which has said what it knows of each password that was sent.
        public func settle() {
            for refusals in sending { refusals.settle() }
            sending = []
        }

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
        /// Another address may be that of the same token.
        private let token: TokenAddress?

        init(_ user: String?, _ server: any SecretReceiver, _ realm: String?) {
            let encoding = CredentialEntry.encoding
            self.server = "refused/" + encoding.encode(server.description)
            token = server as? TokenAddress
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
            if let token {
                let other = PercentEncoding.decode(name.dropFirst("refused/".count).utf8).withBytes {
                    String(decoding: $0, as: UTF8.self)
                }
                return TokenAddress.isMeant(other) && TokenAddress(other).mayShareToken(with: token) ? (nil, nil) : nil
            }
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
    /// `option` has it sent all the same. `isAlone`: no other command sends it until there is a verdict, so that it counts from
    /// the moment in which it is sent.
    func check(
        _ password: SharedSecret, of user: String?, at server: any SecretReceiver, realm: String? = nil,
        from source: String?,
        isAlone: Bool = false, orBy option: String = "'--send-refused'"
    ) throws(FedauthError) {
        let secret =
            user == Self.codeKey
            ? "codes of this key"
            : "this \(Self.secret(of: server))" + (user.map { " of '\($0.folded(to: 60))'" } ?? "")
        let place = Place(user, server, realm)
        guard !ofCommand.has(password, place) else {
            throw FedauthError(
                .refused,
                "'\(server.hostAndPort)' has just refused \(secret), so it is not sent again",
                hint: "find out what is right before you try again: servers lock accounts")
        }
        if let refusal = try refusal(of: password, at: place, isStored: source == nil) {
            let when = Timestamp(seconds: refusal.time).iso8601
            let did = refusal.doubts == nil ? "refused" : "did not take"
            let what = "'\(server.hostAndPort)' \(did) \(secret)"
            let end =
                refusal.doubts.map { _ in " before \(Timestamp(seconds: refusal.time + refusal.held).iso8601)" } ?? ""
            guard isSent else {
                throw FedauthError(
                    .refused,
                    "\(what) on \(when), so it is not sent again\(end); it comes from " + (source ?? "the store"),
                    hint: "put the right one there; if it is right by now: \(option)")
            }
            reporter.warning("\(what) before, on \(when)")
        }
        // What is sent is the code.
        guard user != Self.codeKey else { return }
        attempts.append(
            Attempt(
                password: password, user: user, server: server, realm: realm, isAlone: isAlone && keeps && isReadable))
        if !ofCommand.sending.contains(where: { $0 === self }) { ofCommand.sending.append(self) }
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

    private static func secret(of server: any SecretReceiver) -> String { server is TokenAddress ? "PIN" : "password" }

    private func isBlocking(_ refusal: Refusal) -> Bool {
        guard let doubts = refusal.doubts else { return true }
        return doubts > 1 && clock.now.seconds - refusal.time < refusal.held
    }

    /// Records a refusal.
    func note(
        _ password: SharedSecret, of user: String?, at server: any SecretReceiver, realm: String? = nil,
        as verdict: Verdict = .certain
    ) {
        var attempt = Attempt(password: password, user: user, server: server, realm: realm)
        ofCommand.note(password, attempt.place.name)
        settle { $0.password == password && attempt.place.meets($0.place.name) }
        guard keeps else { return }
        do throws(FedauthError) { try remember(&attempt, as: verdict) } catch {
            // The next command would send it again.
            reporter.warning("what was sent could not be noted, and the next command may send it too: \(error.message)")
        }
    }

    /// Counts what was handed out as sent without an answer.
    func leave() {
        for index in attempts.indices where !attempts[index].isSent {
            attempts[index].isSent = true
            guard attempts[index].isAlone else { continue }
            do throws(FedauthError) { try remember(&attempts[index], as: .otherCause) } catch {
                reporter.detail("that a password is sent is not noted: \(error.message)")
            }
        }
    }

    /// Records what all who were sent something say of it.
    func judge(isTaken: Bool) {
        for sent in attempts {
            if isTaken {
                forget(sent.user, at: sent.server)
            } else {
                note(sent.password, of: sent.user, at: sent.server)
            }
        }
    }

    /// Takes back what counts since it was sent: what is known of it was said, or its answer says nothing of it.
    func settle() { settle { _ in true } }

    private func settle(where isMeant: (Attempt) -> Bool) {
        let ended = attempts.filter(isMeant)
        attempts.removeAll(where: isMeant)
        for var attempt in ended where attempt.isNoted {
            do throws(FedauthError) { try remember(&attempt, as: nil) } catch {
                reporter.warning("a password that was sent counts as unanswered: \(error.message)")
            }
        }
    }

    /// Writes what is remembered of a password; nil: what was before it was sent.
    private func remember(_ attempt: inout Attempt, as verdict: Verdict?) throws(FedauthError) {
        let (name, password) = (attempt.place.name, attempt.password)
        // Another command may have written meanwhile.
        looked[name] = nil
        var entry: Entry
        if let earlier = try known(name) { entry = earlier } else { entry = Entry(key: try hashing.nonce()) }
        let earlier = try refusal(of: password, at: attempt.place, isStored: false, isBlocking: { _ in true })
        let own = index(of: password, in: entry).map { entry.refusals.remove(at: $0) }
        guard let store, let hash = own?.hash ?? hash(password, entry.key) else { return }
        if let verdict {
            (attempt.before, attempt.isNoted) = (own, true)
            let doubts = verdict == .certain ? nil : earlier.map { $0.doubts.map { $0 + 1 } } ?? 1
            entry.refusals =
                entry.refusals.suffix(Self.most - 1)
                + [Refusal(hash: hash, time: clock.now.seconds, doubts: doubts, held: verdict.heldSeconds ?? 0)]
        } else {
            entry.refusals += [attempt.before].compactMap(\.self)
        }
        names = nil
        looked[name] = nil
        guard !entry.refusals.isEmpty else {
            if let written = entry.entry { try store.delete(unchanged: [written]) }
            return
        }
        var attributes = ["server": attempt.server.description, "count": String(entry.refusals.count)]
        attributes["username"] = attempt.user
        entry.entry = try store.put(
            StoreDraft(
                name: name, kind: Self.kind, attributes: attributes, contentType: Self.contentType,
                value: entry.encoded()))
        looked[name] = entry
    }

    /// Records that the server gets a one-time code, which counts once (RFC 6238 section 5.2). Returns false for one that it has
    /// got from another command.
    func spend(_ code: SharedSecret, at server: any SecretReceiver) throws(FedauthError) -> Bool {
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
    func forget(_ user: String?, at server: any SecretReceiver, realm: String? = nil) {
        let place = Place(user, server, realm)
        ofCommand.forget(place)
        if attempts.contains(where: \.isNoted) { names = nil }
        attempts.removeAll { place.covers($0.place.name) }
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
            (names, isReadable) = ([], false)
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
