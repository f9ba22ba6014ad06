import Core

/// The cookies of a session that are exported.
struct CookieSelection {
    /// The address that receives them.
    let url: WebURL
    /// The content of a cookie file or a document: the cookies of the session's host with any path, those that the
    /// given address receives, or all.
    let cookies: [Cookie]
    private let session: Session
    private let now: Timestamp

    /// Throws `not-found` when no cookie is left.
    init(_ session: Session, url: WebURL?, all: Bool, now: Timestamp) throws(FedauthError) {
        self.session = session
        self.now = now
        self.url = url ?? session.url
        if all {
            cookies = session.jar.cookies.filter { !$0.isExpired(at: now) }
        } else if let url {
            cookies = session.jar.cookies(for: url, now: now)
        } else {
            cookies = session.jar.cookies.filter { $0.isFor(host: session.url.host) && !$0.isExpired(at: now) }
        }
        guard !cookies.isEmpty else { throw none }
    }

    /// Whether the Cookie field holds a Secure cookie.
    var needsHTTPS: Bool { session.jar.cookies(for: url, now: now).contains(where: \.isSecure) }

    /// Returns the Cookie field for the address, never with another host's cookies. Throws `not-found`, and
    /// `bad-answer` for a control character.
    func field() throws(FedauthError) -> Request.Header {
        guard let field = try session.cookieField(for: url, at: now) else { throw none }
        return field
    }

    private var none: FedauthError {
        FedauthError(.notFound, "the session '\(session.name)' has no cookie for '\(url.withoutQuery)'", hint: hint)
    }

    private var hint: String {
        switch session.access?.scheme {
        case .basic?:
            "its server uses a password; 'fedauth export-headers \(session.name.shellWord)' makes a field of it"
        case .digest?: "its server uses Digest, which programs answer themselves, curl by '--digest'"
        case .negotiate?: "its server uses a Kerberos ticket, which programs send themselves, curl by '--negotiate'"
        case .bearer?, nil: "'fedauth export-cookies \(session.name.shellWord) --all --format json' shows all"
        }
    }
}
