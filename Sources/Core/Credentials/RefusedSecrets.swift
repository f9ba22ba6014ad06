import Secrets

/// The passwords that servers have refused. A job does not send one again before it changes, because servers lock accounts.
///
/// Each user of a server, or of its protection space (RFC 9110 section 11.5), has one entry in the store,
/// `refused/SERVER[?REALM][#USER]` of the kind `refusal`, encoded like the names of credentials. Its value are fields (see
/// `FieldWriter`): 1 version (1), 2 a random key, 3 the hash of key and password, with the key once more; nobody learns a
/// password from it without guessing. Its attributes are `server`, `username` and `count`, how often the password was refused.
public final class RefusedSecrets {
    private let store: (any CredentialStore)?
    private let ofCommand: OfCommand
    private let hashing: any DigestHashing
    private let reporter: any Reporter
    /// Whether a refused password is sent all the same: the user wants it, or is there to be asked for another one.
    private let isSent: Bool
    private static let kind = "refusal"
    private static let contentType = "application/vnd.fedauth.refusal"
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, key: UInt8 = 2, hash: UInt8 = 3
    }

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - store: nil: only this command remembers.
    ///   - ofCommand: one for all objects that send passwords in this command.
    ///   - isSent: whether a password that was refused in an earlier command is sent all the same.
    public init(
        _ store: (any CredentialStore)?, ofCommand: OfCommand, hashing: any DigestHashing, reporter: any Reporter,
        isSent: Bool
    ) {
        self.store = store
        self.ofCommand = ofCommand
        self.hashing = hashing
        self.reporter = reporter
        self.isSent = isSent
    }

    /// What servers have refused in this command. That is not sent again, also where there is no store, when the user is
    /// there, or when something else may have been wrong: several identities or sessions may be of one account.
    public final class OfCommand {
        private var passwords: [String: [SharedSecret]] = [:]

        /// Nothing was refused yet.
        public init() {}

        /// Forgets all passwords.
        public func forgetAll() { passwords = [:] }

        fileprivate func has(_ password: SharedSecret, _ name: String) -> Bool {
            passwords[name]?.contains(password) == true
        }

        fileprivate func note(_ password: SharedSecret, _ name: String) {
            passwords[name, default: []].append(password)
        }

        fileprivate func forget(_ name: String) { passwords[name] = nil }
    }

    /// Throws `refused` when the server has refused this password of the user in this command, or a given one in an earlier
    /// command.
    ///
    /// - Parameter source: where a given password comes from; nil: from the store, which keeps none that was refused for certain.
    func check(
        _ password: SharedSecret, of user: String?, at server: Origin, realm: String? = nil, from source: String?
    ) throws(FedauthError) {
        let who = user.map { " of '\($0.folded(to: 60))'" } ?? ""
        guard !ofCommand.has(password, Self.name(user, server, realm)) else {
            throw FedauthError(
                .refused,
                "'\(server.hostAndPort)' has just refused this password\(who), so it is not sent again",
                hint: "find out what is right before you try again: servers lock accounts")
        }
        guard let source, let item = try known(user, server, realm), isSame(password, item), count(item) > 0 else {
            return
        }
        let when = item.entry.modified.iso8601
        guard !isSent else {
            return reporter.warning("'\(server.hostAndPort)' refused this password\(who) before, on \(when)")
        }
        throw FedauthError(
            .refused,
            "'\(server.hostAndPort)' refused this password\(who) on \(when), so it is not sent again; it comes from "
                + "\(source)",
            hint: "put the right one there; if it is right by now: '--send-refused'")
    }

    /// Records a refusal.
    ///
    /// - Parameters:
    ///   - isGiven: whether the password was given, so that a later command would send it again.
    ///   - isCertain: whether nothing but the password can have been wrong. Otherwise the second time counts for later commands.
    func note(
        _ password: SharedSecret, of user: String?, at server: Origin, realm: String? = nil, isGiven: Bool = true,
        isCertain: Bool = true
    ) {
        ofCommand.note(password, Self.name(user, server, realm))
        guard isGiven, let store else { return }
        do throws(FedauthError) {
            let item = try known(user, server, realm)
            let before = item.map { isSame(password, $0) ? count($0) : -1 } ?? -1
            var attributes = ["server": server.description, "count": String(isCertain ? 1 : before + 1)]
            attributes["username"] = user
            let key = try hashing.nonce()
            guard let hash = hash(password, key) else { return }
            var writer = FieldWriter()
            writer.put(Tag.version, Self.version)
            writer.put(Tag.key, key)
            writer.put(Tag.hash, hash)
            try store.put(
                StoreDraft(
                    name: Self.name(user, server, realm), kind: Self.kind, attributes: attributes,
                    contentType: Self.contentType, value: SharedSecret(writer.finish())))
        } catch {
            reporter.detail("the refusal is not remembered: \(error.message)")
        }
    }

    /// Records that the server takes a password of the user.
    func forget(_ user: String?, at server: Origin, realm: String? = nil) {
        ofCommand.forget(Self.name(user, server, realm))
        do throws(FedauthError) {
            if let item = try known(user, server, realm) { try store?.delete(unchanged: [item.entry]) }
        } catch {
            reporter.detail("the refusal of an earlier password is not forgotten: \(error.message)")
        }
    }

    /// Without a store, or while it is locked, nothing is known: the sign-in itself says what is wrong with the store.
    private func known(_ user: String?, _ server: Origin, _ realm: String?) throws(FedauthError) -> StoreItem? {
        let name = Self.name(user, server, realm)
        guard name.utf8.count <= StoreLimits.nameBytes else { return nil }
        do throws(FedauthError) {
            return try store?.get(name).flatMap { $0.entry.kind == Self.kind ? $0 : nil }
        } catch {
            if error.code == .cancelled { throw error }
            reporter.detail("whether a password was refused before is not known: \(error.message)")
            return nil
        }
    }

    private static func name(_ user: String?, _ server: Origin, _ realm: String?) -> String {
        let encoding = CredentialEntry.encoding
        return "refused/" + encoding.encode(server.description) + (realm.map { "?" + encoding.encode($0) } ?? "")
            + (user.map { "#" + encoding.encode($0) } ?? "")
    }

    private func count(_ item: StoreItem) -> Int { item.entry.attributes["count"].flatMap(Int.init) ?? 1 }

    private func isSame(_ password: SharedSecret, _ item: StoreItem) -> Bool {
        item.value.withBytes { bytes in
            guard let fields = FieldReader.fields(bytes), fields.first?.number == Self.version,
                let key = fields.first(where: { $0.tag == Tag.key })?.text,
                let kept = fields.first(where: { $0.tag == Tag.hash })?.secret
            else { return false }
            return hash(password, key) == kept
        }
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
