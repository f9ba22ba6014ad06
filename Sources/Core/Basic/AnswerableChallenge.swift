import Secrets

/// A challenge that fedauth can answer, and the protection space that it speaks for.
struct AnswerableChallenge: Equatable {
    let scheme: AuthenticationScheme
    let space: ProtectionSpace
    /// What Digest needs to know.
    let digest: DigestChallenge?

    /// Nil for what cannot be answered: an unknown scheme, or Digest in a form that is not known.
    init?(_ challenge: Challenge, at origin: Origin) {
        guard let scheme = AuthenticationScheme(challenge), scheme != .bearer else { return nil }
        self.scheme = scheme
        digest = DigestChallenge(challenge)
        guard scheme != .digest || digest != nil else { return nil }
        // A server's realm for Negotiate has no meaning: the ticket is for the host.
        space = ProtectionSpace(origin, realm: scheme == .negotiate ? nil : challenge.realm ?? "")
    }

    /// All that can be answered, the strongest first; among equals in the server's order.
    static func all(in challenges: [Challenge], at origin: Origin) -> [AnswerableChallenge] {
        let known = challenges.compactMap { AnswerableChallenge($0, at: origin) }
        return known.enumerated().sorted { left, right in
            (left.element.strength, right.offset) > (right.element.strength, left.offset)
        }.map(\.element)
    }

    /// What stands in the `Authorization` field of `request`; not for Negotiate, which libcurl answers.
    ///
    /// - Parameter count: how many requests the challenge has been answered for, this one included.
    func authorization(
        by credential: (user: String, password: SharedSecret), _ charset: CredentialCharset, for request: Request,
        count: Int = 1, _ hashing: any DigestHashing
    ) throws(FedauthError) -> SharedSecret {
        guard let digest else {
            return try BasicAuthorization.value(user: credential.user, password: credential.password, charset: charset)
        }
        return try DigestAuthorization.value(
            digest, user: credential.user, password: credential.password, charset: charset, method: request.method,
            target: request.url.path + (request.url.query.map { "?" + $0 } ?? ""), count: count,
            hashing: hashing)
    }

    /// The same challenge in a later answer: of the same scheme, strength and space.
    func again(in response: Response) -> AnswerableChallenge? {
        AnswerableChallenge.all(in: response.challenges, at: response.url.origin).first {
            $0.scheme == scheme && $0.space == space && $0.digest?.algorithm == digest?.algorithm
        }
    }

    private var strength: Int {
        switch scheme {
        case .negotiate: 4
        case .digest: digest?.algorithm == .sha256 ? 3 : 2
        case .basic: 1
        case .bearer: 0
        }
    }
}

/// Which of a server's challenges is answered.
struct SchemeChoice {
    /// `--scheme`; nil: the strongest.
    var scheme: AuthenticationScheme?
    /// `--realm`; nil: whichever asks.
    var realm: String?
    /// Somebody named a user or a password: a ticket may be another's.
    var namesCredential: Bool

    /// Those that may be answered, the strongest first; never none. Throws `unknown-scheme` naming what the server offers,
    /// and `refused` for a realm that it does not have.
    func challenges(_ offered: [Challenge], at origin: Origin) throws(FedauthError) -> [AnswerableChallenge] {
        let host = origin.hostAndPort
        guard !offered.isEmpty else {
            throw FedauthError(
                .badAnswer, "'\(host)' answers with status 401 and names no scheme",
                hint: "the server breaks the rules of HTTP; ask its operator")
        }
        let known = AnswerableChallenge.all(in: offered, at: origin)
        let names = Self.names(offered)
        guard !known.isEmpty else {
            let isBearer = offered.contains { AuthenticationScheme($0) == .bearer }
            throw FedauthError(
                .unknownScheme, "'\(host)' asks for \(names), which fedauth cannot answer",
                hint: isBearer
                    ? "Bearer is for tokens of an identity provider, not for passwords"
                    : "known are 'Basic', 'Digest' (MD5, SHA-256) and 'Negotiate'")
        }
        let ofScheme = known.filter { scheme == nil || $0.scheme == scheme }
        guard !ofScheme.isEmpty else {
            throw FedauthError(
                .unknownScheme, "'\(host)' does not offer '\(scheme?.name ?? "")', but \(names)",
                hint: "leave out '--scheme' to answer the strongest")
        }
        let inRealm = ofScheme.filter { realm == nil || $0.scheme == .negotiate || $0.space.realm.isExactly(realm) }
        guard !inRealm.isEmpty else {
            let realms = ofScheme.map { "'\(($0.space.realm ?? "").folded(to: 60))'" }.joined(separator: ", ")
            throw FedauthError(
                .refused, "'\(host)' asks for the realm \(realms), not for '\(realm?.folded(to: 60) ?? "")'",
                hint: "nothing was sent; leave out '--realm' if that is meant")
        }
        let wanted = inRealm.filter { $0.scheme != .negotiate || scheme == .negotiate || !namesCredential }
        // Nothing but Negotiate, which a name and a password do not answer.
        return wanted.isEmpty ? inRealm : wanted
    }

    /// The schemes as the server spells them, each once; a Digest that is not known with its algorithm.
    private static func names(_ offered: [Challenge]) -> String {
        var names: [String] = []
        for challenge in offered.prefix(8) {
            var name = "'\(challenge.scheme.folded(to: 40))'"
            if AuthenticationScheme(challenge) == .digest, DigestChallenge(challenge) == nil,
                let detail = challenge.parameter(challenge.asksForContentHash ? "qop" : "algorithm")
            {
                name += " by '\(detail.folded(to: 40))'"
            }
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ", ")
    }
}

extension Challenge {
    /// Digest of the content (`auth-int`) and nothing less.
    fileprivate var asksForContentHash: Bool {
        guard let quality = parameter("qop")?.lowercased() else { return false }
        return !quality.split(whereSeparator: { $0 == "," || $0 == " " }).contains("auth")
    }
}

extension ErrorCode {
    /// The server wants a scheme of HTTP authentication that is not known here, or not the one that was asked for.
    public static let unknownScheme = ErrorCode("unknown-scheme", .noPresenter)
}
