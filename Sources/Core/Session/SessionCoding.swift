public import Secrets

/// The encoding of a session in a store: fields (see `FieldWriter`), the first of which is the version.
extension Session {
    /// The media type of the encoding.
    public static let contentType = "application/vnd.fedauth.session"
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, name: UInt8 = 2, method: UInt8 = 3, url: UInt8 = 4, user: UInt8 = 5
        static let presenter: UInt8 = 6, obtained: UInt8 = 7, expires: UInt8 = 8, basis: UInt8 = 9
        static let cookie: UInt8 = 10, logout: UInt8 = 11, logoutIsPost: UInt8 = 12, token: UInt8 = 13
        static let access: UInt8 = 14, result: UInt8 = 15, wantedUser: UInt8 = 16, issued: UInt8 = 17
        static let furtherLogout: UInt8 = 18, authorities: UInt8 = 19, start: UInt8 = 20
        static let word: UInt8 = 21
    }

    /// Encodes the session for a store.
    public func encoded() -> SharedSecret {
        var writer = FieldWriter()
        writer.put(Tag.version, Self.version)
        writer.put(Tag.name, name)
        writer.put(Tag.method, method)
        writer.put(Tag.url, url.description)
        writer.put(Tag.user, user)
        writer.put(Tag.presenter, presenter)
        writer.put(Tag.obtained, obtained.seconds)
        writer.put(Tag.expires, expires.seconds)
        writer.put(Tag.basis, expiryBasis.rawValue)
        writer.put(Tag.logout, logouts.first?.url.description)
        writer.put(Tag.logoutIsPost, logouts.first?.isPost ?? false)
        for cookie in jar.cookies { writer.put(Tag.cookie, cookie.fields()) }
        // Follows the fields of the first version, which skips tags that it does not know.
        if let token { writer.put(Tag.token, token.fields()) }
        if let access { writer.put(Tag.access, access.fields()) }
        if result != .cookies { writer.put(Tag.result, result.rawValue) }
        if let wantedUser { writer.put(Tag.wantedUser, wantedUser) }
        if let issued { writer.put(Tag.issued, issued) }
        if let authorities { writer.put(Tag.authorities, authorities) }
        if let start { writer.put(Tag.start, start.description) }
        for word in words { writer.put(Tag.word, word) }
        for logout in logouts.dropFirst() { writer.put(Tag.furtherLogout, logout.fields()) }
        return SharedSecret(writer.finish())
    }

    /// Decodes the result of `encoded()`. The session has the name of its entry, which may have been renamed since.
    /// Throws `store-damaged` for anything else.
    public init(decoding value: SharedSecret, entry: String) throws(FedauthError) {
        let damaged = FedauthError(
            .storeDamaged, "the entry '\(entry)' holds no session that this version reads",
            hint: "sign in again, or remove it by 'fedauth store delete \(entry.shellWord)'")
        let session: Session? = value.withBytes { bytes in
            guard let fields = FieldReader.fields(bytes), fields.first?.tag == Tag.version,
                fields.first?.number == Self.version
            else { return nil }
            func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
            let cookies = fields.filter { $0.tag == Tag.cookie }.map { Cookie(fields: $0.bytes) }
            guard let encodedName = first(Tag.name)?.text, let method = first(Tag.method)?.text,
                let url = try? WebURL(first(Tag.url)?.text ?? ""),
                let obtained = first(Tag.obtained)?.number, let expires = first(Tag.expires)?.number,
                let basis = ExpiryBasis(rawValue: first(Tag.basis)?.text ?? ""),
                !cookies.contains(where: { $0 == nil })
            else { return nil }
            let logout = first(Tag.logout).flatMap { try? WebURL($0.text) }.map {
                Logout(url: $0, isPost: first(Tag.logoutIsPost) != nil)
            }
            let further = fields.filter { $0.tag == Tag.furtherLogout }.compactMap { Logout(fields: $0.bytes) }
            var session = Session(
                name: Self.name(ofEntry: entry) ?? encodedName, method: method, url: url, user: first(Tag.user)?.text,
                presenter: first(Tag.presenter)?.text ?? "", obtained: Timestamp(seconds: obtained),
                expires: Timestamp(seconds: expires), expiryBasis: basis, jar: CookieJar(cookies.compactMap { $0 }),
                logouts: [logout].compactMap { $0 } + further,
                token: first(Tag.token).flatMap { SessionToken(fields: $0.bytes) },
                result: Result(rawValue: first(Tag.result)?.text ?? "") ?? .cookies,
                access: first(Tag.access).flatMap { SessionAccess(fields: $0.bytes) },
                wantedUser: first(Tag.wantedUser)?.text,
                issued: first(Tag.issued)?.secret)
            session.authorities = first(Tag.authorities)?.text
            session.start = first(Tag.start).flatMap { try? WebURL($0.text) }
            session.words = fields.filter { $0.tag == Tag.word }.map(\.text)
            return session
        }
        guard let session else { throw damaged }
        self = session
    }
}

/// Encodes one sign-out inside the fields of a session.
extension Session.Logout {
    private enum Tag {
        static let url: UInt8 = 1, isPost: UInt8 = 2
    }

    fileprivate func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.url, url.description)
        writer.put(Tag.isPost, isPost)
        return writer
    }

    fileprivate init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes),
            let url = fields.first(where: { $0.tag == Tag.url }).flatMap({ try? WebURL($0.text) })
        else { return nil }
        self.init(url: url, isPost: fields.contains { $0.tag == Tag.isPost })
    }
}

extension Cookie {
    private enum Tag {
        static let name: UInt8 = 1, value: UInt8 = 2, domain: UInt8 = 3, hostOnly: UInt8 = 4, path: UInt8 = 5
        static let secure: UInt8 = 6, httpOnly: UInt8 = 7, sameSite: UInt8 = 8, expires: UInt8 = 9
        static let created: UInt8 = 10, partition: UInt8 = 11, setBy: UInt8 = 12
    }

    fileprivate func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.name, name)
        writer.put(Tag.value, value)
        writer.put(Tag.domain, domain)
        writer.put(Tag.hostOnly, isHostOnly)
        writer.put(Tag.path, path)
        writer.put(Tag.secure, isSecure)
        writer.put(Tag.httpOnly, isHTTPOnly)
        writer.put(Tag.sameSite, sameSite?.rawValue)
        writer.put(Tag.expires, expires?.seconds)
        writer.put(Tag.created, created.seconds)
        writer.put(Tag.partition, partitionKey)
        writer.put(Tag.setBy, setBy.description)
        return writer
    }

    fileprivate init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes) else { return nil }
        func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
        guard let name = first(Tag.name)?.text, let value = first(Tag.value)?.secret,
            let domain = first(Tag.domain)?.text, let path = first(Tag.path)?.text,
            let created = first(Tag.created)?.number, let setBy = try? WebURL(first(Tag.setBy)?.text ?? "")
        else { return nil }
        self.init(
            name: name, value: value, domain: domain, isHostOnly: first(Tag.hostOnly) != nil, path: path,
            isSecure: first(Tag.secure) != nil, isHTTPOnly: first(Tag.httpOnly) != nil,
            sameSite: first(Tag.sameSite).flatMap { SameSite(rawValue: $0.text) },
            expires: first(Tag.expires)?.number.map(Timestamp.init(seconds:)), created: Timestamp(seconds: created),
            partitionKey: first(Tag.partition)?.text, setBy: setBy.origin)
    }
}
