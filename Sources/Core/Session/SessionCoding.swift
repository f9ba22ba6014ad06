public import Secrets

extension Session {
    /// The media type of the encoding.
    public static let contentType = "application/vnd.fedauth.session"

    /// Encodes the session for a store.
    public func encoded() -> SharedSecret { encoded(capacity: 0) }

    /// Decodes the result of `encoded()`. The session has the name of its entry, which may have been renamed since.
    /// Throws `store-damaged` for anything else.
    public init(decoding value: SharedSecret, entry: String) throws(FedauthError) {
        guard let session = value.withBytes({ Session(fields: $0) }) else {
            throw FedauthError(
                .storeDamaged, "the entry '\(entry)' holds no session that this version reads",
                hint: "sign in again, or remove it by 'fedauth store delete \(entry.shellWord)'")
        }
        self = session
        name = Self.name(ofEntry: entry) ?? session.name
    }
}

/// The encoding of a session in a store: fields (see `FieldWriter`), the first of which is the version.
extension Session: FieldCoded {
    static func coded(_ session: Session?, by coder: inout FieldCoder) -> Session? {
        guard coder.isVersion(1), let name = coder.text(2, session?.name), let method = coder.text(3, session?.method),
            let url = coder.url(4, session?.url)
        else { return nil }
        let (user, presenter) = (coder.text(5, session?.user), coder.text(6, session?.presenter) ?? "")
        guard let obtained = coder.time(7, session?.obtained), let expires = coder.time(8, session?.expires),
            let basis = coder.word(9, session?.expiryBasis)
        else { return nil }
        let logout = coder.url(11, session?.logouts.first?.url)
        let logoutIsPost = coder.flag(12, session?.logouts.first?.isPost)
        guard let cookies = coder.values(10, session?.jar.cookies).unwrapped() else { return nil }
        var result = Session(
            name: name, method: method, url: url, user: user, presenter: presenter, obtained: obtained,
            expires: expires, expiryBasis: basis, jar: CookieJar(cookies))
        // Follows the fields of the first version, which skips tags that it does not know.
        result.token = coder.value(13, session?.token)
        result.access = coder.value(14, session?.access)
        result.result = coder.word(15, session?.result == .cookies ? nil : session?.result) ?? .cookies
        result.wantedUser = coder.text(16, session?.wantedUser)
        result.issued = coder.secret(17, session?.issued)
        result.authorities = coder.text(19, session?.authorities)
        result.start = coder.url(20, session?.start)
        result.words = coder.texts(21, session?.words) { $0 }.compactMap(\.self)
        let further = coder.values(18, session.map { Array($0.logouts.dropFirst()) }).compactMap(\.self)
        result.logouts = (logout.map { [Logout(url: $0, isPost: logoutIsPost)] } ?? []) + further
        return result
    }
}

extension Session.Logout: FieldCoded {
    static func coded(_ logout: Self?, by coder: inout FieldCoder) -> Self? {
        coder.url(1, logout?.url).map { Self(url: $0, isPost: coder.flag(2, logout?.isPost)) }
    }
}

extension Cookie: FieldCoded {
    static func coded(_ cookie: Cookie?, by coder: inout FieldCoder) -> Cookie? {
        guard let name = coder.text(1, cookie?.name), let value = coder.secret(2, cookie?.value),
            let domain = coder.text(3, cookie?.domain)
        else { return nil }
        let isHostOnly = coder.flag(4, cookie?.isHostOnly)
        guard let path = coder.text(5, cookie?.path) else { return nil }
        let (isSecure, isHTTPOnly) = (coder.flag(6, cookie?.isSecure), coder.flag(7, cookie?.isHTTPOnly))
        let (sameSite, expires) = (coder.word(8, cookie?.sameSite), coder.time(9, cookie?.expires))
        guard let created = coder.time(10, cookie?.created) else { return nil }
        let partition = coder.text(11, cookie?.partitionKey)
        guard let setBy = coder.origins(12, cookie.map { [$0.setBy] }).first ?? nil else { return nil }
        return Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, expires: expires, created: created, partitionKey: partition,
            setBy: setBy)
    }
}
