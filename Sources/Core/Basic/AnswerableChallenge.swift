import Secrets

/// A challenge that fedauth can answer, and its protection space.
struct AnswerableChallenge: Equatable {
    let scheme: AuthenticationScheme
    let space: ProtectionSpace
    /// The parameters for Digest.
    let digest: DigestChallenge?
    /// Whether the server has not made it: the password is sent because the user says so.
    var isUnasked = false

    /// Returns nil when it cannot be answered: an unknown scheme, or an unsupported form of Digest.
    init?(_ challenge: Challenge, at origin: Origin) {
        guard let scheme = AuthenticationScheme(challenge), scheme != .bearer else { return nil }
        self.scheme = scheme
        digest = DigestChallenge(challenge)
        guard scheme != .digest || digest != nil else { return nil }
        // A realm in a Negotiate challenge has no meaning: the ticket is for the host.
        space = ProtectionSpace(origin, realm: scheme == .negotiate ? nil : challenge.realm ?? "")
    }

    /// The challenge of Basic that a server does not make which answers 401 without a scheme, or hides what is private by 404.
    init(unaskedIn space: ProtectionSpace) {
        scheme = .basic
        digest = nil
        self.space = space
        isUnasked = true
    }

    /// Returns the challenges that can be answered, strongest first; equally strong ones in the server's order.
    static func all(in challenges: [Challenge], at origin: Origin) -> [AnswerableChallenge] {
        let known = challenges.compactMap { AnswerableChallenge($0, at: origin) }
        return known.enumerated().sorted { left, right in
            (left.element.strength, right.offset) > (right.element.strength, left.offset)
        }.map(\.element)
    }

    /// Returns the `Authorization` field of the `count`th answer to this challenge; libcurl answers Negotiate.
    func authorization(
        by credential: (user: String, password: SharedSecret), _ charset: CredentialCharset, for request: Request,
        count: Int = 1, _ hashing: any DigestHashing
    ) throws(FedauthError) -> SharedSecret {
        guard let digest else {
            return try BasicAuthorization.value(user: credential.user, password: credential.password, charset: charset)
        }
        return try DigestAuthorization.value(
            digest, user: credential.user, password: credential.password, charset: charset, method: request.method,
            target: request.url.path + (request.url.query.map { "?" + $0 } ?? ""), count: count, hashing: hashing)
    }

    /// Returns the same challenge in a later answer: the same scheme, strength and space.
    func again(in response: Response) -> AnswerableChallenge? {
        if isUnasked { return response.status == 401 ? self : nil }
        return AnswerableChallenge.all(in: response.challenges, at: response.url.origin).first {
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

/// Decides which of a server's challenges to answer.
struct SchemeChoice {
    /// `--scheme`; nil for the strongest.
    var scheme: AuthenticationScheme?
    /// `--realm`; nil for any.
    var realm: String?
    /// Whether an option names a user or a password: a ticket may belong to another user.
    var namesCredential: Bool

    /// Returns the challenges to answer, strongest first and at least one. Throws `unknown-scheme`, naming the server's
    /// schemes, and `refused` for a realm that the server does not have.
    func challenges(_ offered: [Challenge], at origin: Origin) throws(FedauthError) -> [AnswerableChallenge] {
        let host = origin.hostAndPort
        guard !offered.isEmpty else {
            throw FedauthError(
                .badAnswer, "'\(host)' answers with status 401 and names no scheme",
                hint: "'--scheme basic' sends user name and password unasked, if that is what it wants")
        }
        let known = AnswerableChallenge.all(in: offered, at: origin)
        let names = Self.names(offered)
        guard !known.isEmpty else {
            let isBearer = offered.contains { AuthenticationScheme($0) == .bearer }
            throw FedauthError(
                .unknownScheme, "'\(host)' asks for \(names), which fedauth cannot answer",
                hint: isBearer ? Self.bearerHint : "known are 'Basic', 'Digest' (MD5, SHA-256) and 'Negotiate'"
            ).coded(isBearer ? AuthenticationScheme.bearer.name : nil)
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
                hint: "nothing was sent; leave out '--realm' if that is intended")
        }
        let wanted = inRealm.filter { $0.scheme != .negotiate || scheme == .negotiate || !namesCredential }
        // Only Negotiate is left, which does not accept a name and a password.
        return wanted.isEmpty ? inRealm : wanted
    }

    /// Returns the error for a missing ticket; where options name a password, it says that nothing else takes one.
    func explained(_ error: FedauthError, among offered: [Challenge]) -> FedauthError {
        guard error.code == .noTicket, namesCredential else { return error }
        let names = Self.names(offered.filter { AuthenticationScheme($0) != .negotiate })
        let password =
            names.isEmpty ? "the server takes no password" : "fedauth does not know \(names) for the password"
        return FedauthError(error.code, "\(error.message), and \(password)", hint: error.hint, causes: error.causes)
    }

    fileprivate static let bearerHint =
        "Bearer is for tokens: 'fedauth oauth --resource URL' gets one where the service says from whom, a profile of the method "
        + "'oauth' elsewhere; '--header @FILE' of 'fedauth request' sends one from a file"

    /// Returns the schemes as the server spells them, without duplicates; an unsupported Digest with its algorithm.
    fileprivate static func names(_ offered: [Challenge]) -> String {
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

extension Response {
    /// The error for a challenge that only a token answers, of which nothing is known.
    public var unanswerable: FedauthError {
        boundTokenDemand
            ?? FedauthError(
                .unknownScheme,
                "'\(url.origin.hostAndPort)' asks for \(SchemeChoice.names(challenges)), which fedauth cannot answer",
                hint: SchemeChoice.bearerHint)
    }
}

extension Challenge {
    /// Whether Digest requires the hash of the content (`auth-int`).
    fileprivate var asksForContentHash: Bool {
        guard let quality = parameter("qop")?.lowercased() else { return false }
        return !quality.split(whereSeparator: { $0 == "," || $0 == " " }).contains("auth")
    }
}
