import Secrets

/// Answers 401 with HTTP authentication (RFC 9110 section 11): from the store, otherwise by asking the user. Sends the password
/// of Basic unasked to the origin of the first request, when the scheme is named, or the session came about so.
public final class CredentialAnswerer: DemandAnswerer {
    /// The purpose, for messages.
    public let purpose = "user name and password"
    private let options: BasicSignIn.Options
    private let makeCredentials: (Origin) throws(FedauthError) -> HTTPCredentials
    private let session: (Origin) -> Session?
    private let hashing: any DigestHashing
    private let reporter: any Reporter
    private var spaces: [ProtectionSpace: Space] = [:]
    private var current: Space?
    /// The protection space whose answer the last request had.
    private var sent: Space?
    /// The origins that get no Kerberos ticket any more: there is none, or it was refused.
    private var withoutTicket: Set<Origin> = []
    /// The last choice of a scheme, and what was offered.
    private var last: (choice: SchemeChoice, offered: [Challenge])?
    /// The origin of the first request; no other gets a password that it did not ask for.
    private var first: Origin?
    /// How often a server gets a password in a row of redirects. Each address gets it twice: it may set a cookie at first.
    private static let mostUnconfirmed = 4

    /// The answers in one protection space.
    private final class Space {
        let credentials: HTTPCredentials
        var challenge: AnswerableChallenge {
            didSet { count = 0 }
        }
        /// How many requests have answered the challenge.
        var count = 0
        var answer: HTTPCredentials.Answer? {
            didSet { addresses = [] }
        }
        /// The addresses to which the answer was sent, each time.
        var addresses: [String] = []
        var hasUsedFreshNonce = false
        /// Whether a redirect of the same server was the answer: what it leads to says whether that was an acceptance.
        var isUnconfirmed = false
        /// Whether the server asks for the answer, or has taken it: what a redirect leads to after that may want none.
        var isAsked = true
        /// The other challenges of the same response, strongest first.
        var others: [AnswerableChallenge] = []

        init(_ credentials: HTTPCredentials, _ challenge: AnswerableChallenge) {
            self.credentials = credentials
            self.challenge = challenge
        }
    }

    /// `session` returns the session that requests to an origin use; only a ticket of its user is used beside it.
    /// `makeCredentials` creates the source of user name and password for an origin, for each protection space.
    public init(
        options: BasicSignIn.Options, hashing: any DigestHashing, reporter: any Reporter,
        session: @escaping (Origin) -> Session? = { _ in nil },
        makeCredentials: @escaping (Origin) throws(FedauthError) -> HTTPCredentials
    ) {
        self.session = session
        self.options = options
        self.hashing = hashing
        self.reporter = reporter
        self.makeCredentials = makeCredentials
    }

    /// Whether the last request had a password that this command does not know to be right.
    public var hasSentUnproven: Bool { sent?.answer != nil && sent?.credentials.isUnproven == true }

    /// Returns true for 401.
    public func answers(_ demand: SignInDemand) -> Bool {
        if case .credentials = demand { return true }
        return false
    }

    /// Adds the field for the protection space of the last challenge, only for its origin. A field that the user set
    /// stays.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        sent = nil
        if first == nil {
            first = request.url.origin
            if !request.has(["authorization"]) { try takeUnasked(at: request.url.origin) }
        }
        guard let current, current.challenge.space.origin == request.url.origin,
            !request.has(["authorization"])
        else { return }
        if current.challenge.scheme == .negotiate {
            request.negotiates = true
            request.ticketUser = session(request.url.origin).flatMap { $0.user ?? $0.wantedUser }
            sent = current
        } else if let answer = current.answer,
            current.isAsked || current.challenge.isUnasked || current.challenge.scheme != .basic
        {
            try requireNoLoop(current, request.url)
            current.count += 1
            current.addresses.append(request.url.description)
            let value = try current.challenge.authorization(
                by: (answer.user, answer.password), answer.charset, for: request, count: current.count, hashing)
            request.headers.append(Request.Header("Authorization", value))
            sent = current
        }
    }

    /// Finds an answer to the strongest challenge. Throws `unknown-scheme`, `refused` when there is no other answer,
    /// `input-needed`, and `bad-answer` for a server that calls its newest Digest nonce stale.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
        limit: () -> Deadline
    ) throws(FedauthError) {
        guard case .credentials(let offered) = demand else { return }
        if request.has(["authorization"]) {
            throw FedauthError(
                .refused, "'\(request.url.origin.hostAndPort)' refused the 'Authorization' field of the command line",
                hint: "without '--header' fedauth takes the password from the store, or asks you")
        }
        let origin = response.url.origin
        let credentials = try makeCredentials(origin)
        let choice = SchemeChoice(
            scheme: options.scheme, realm: options.realm, namesCredential: credentials.namesCredential(for: origin))
        last = (choice, offered)
        var challenges: [AnswerableChallenge]
        do throws(FedauthError) {
            if let sent, sent.challenge.isUnasked {
                challenges = offered.isEmpty ? [sent.challenge] : try choice.challenges(offered, at: origin)
                // The answer that was sent is what this realm refuses.
                if let basic = challenges.first(where: { $0.scheme == .basic }) {
                    sent.challenge = basic
                    spaces[basic.space] = sent
                }
            } else {
                challenges = try choice.challenges(offered, at: origin)
            }
        } catch {
            // What no scheme answers is the answer to a password that was sent.
            if let sent, sent.answer != nil {
                try sent.credentials.settle(for: sent.challenge.space, status: response.status)
            }
            throw error
        }
        if sent?.challenge.scheme == .negotiate, challenges.first?.scheme == .negotiate {
            let message = "'\(origin.hostAndPort)' refused the Kerberos ticket"
            withoutTicket.insert(origin)
            challenges.removeAll { $0.scheme == .negotiate }
            guard !challenges.isEmpty else {
                throw FedauthError(.refused, message, hint: "'klist' shows whose it is")
            }
            reporter.note(message + "; answering another scheme")
        }
        if withoutTicket.contains(origin), challenges.contains(where: { $0.scheme != .negotiate }) {
            challenges.removeAll { $0.scheme == .negotiate }
        }
        // A permission applies to the whole origin.
        if let first = challenges.first, first.scheme == .negotiate, spaces[first.space] == nil {
            challenges = try credentials.permitted(challenges, at: origin)
        }
        try take(challenges, for: request.url, by: credentials)
    }

    /// Answers the next scheme of the response when there is no Kerberos ticket, or it is of another user than the
    /// session. Throws `other-ticket`, with the session's name, when there is no other scheme.
    public func recover(from error: FedauthError) throws(FedauthError) -> Bool {
        if let sent, sent.answer != nil, error.endsWait {
            try sent.credentials.settle(for: sent.challenge.space, status: 408)
        }
        guard let sent, sent.challenge.scheme == .negotiate else { return false }
        let origin = sent.challenge.space.origin
        switch error.code {
        case .noTicket:
            guard !sent.others.isEmpty else {
                throw last.map { $0.choice.explained(error, among: $0.offered) } ?? error
            }
            reporter.detail(error.message + ((error.causes.first).map { " (\($0))" } ?? ""))
        case .otherTicket:
            let name = session(origin)?.name ?? ""
            let message = error.message + ", whose session is '\(name.folded(to: 60))'"
            guard !sent.others.isEmpty else {
                throw FedauthError(
                    error.code, message,
                    hint:
                        "'kinit' gets the ticket of that user; \("fedauth logout \(name.folded(to: 60).shellWord)".quotedCommand) ends the session"
                )
            }
            reporter.note(message + "; answering another scheme")
        default: return false
        }
        withoutTicket.insert(origin)
        try take(sent.others, for: nil, by: sent.credentials)
        return true
    }

    /// Throws `refused` when a server that answers a password by redirects would get it again and again: it may count each time.
    private func requireNoLoop(_ space: Space, _ url: WebURL) throws(FedauthError) {
        guard space.isUnconfirmed,
            space.addresses.count(where: { $0 == url.description }) > 1 || space.addresses.count >= Self.mostUnconfirmed
        else { return }
        try space.credentials.settle(for: space.challenge.space, status: 401)
        throw FedauthError(
            .refused, "\(space.challenge.space.place) answers user name and password by one redirect after the other",
            hint: "they were sent \(space.addresses.count) times; '--trace FILE' shows where it leads")
    }

    /// Finds an answer for a server that has not asked.
    private func takeUnasked(at origin: Origin) throws(FedauthError) {
        // Which realm it is for, only the server says.
        guard options.realm == nil, options.scheme == .basic || session(origin)?.access?.isUnasked == true else {
            return
        }
        let credentials = try makeCredentials(origin)
        guard let (space, answer) = try credentials.unasked(at: origin) else { return }
        let made = Space(credentials, AnswerableChallenge(unaskedIn: space))
        made.answer = answer
        spaces[space] = made
        current = made
    }

    /// Finds an answer to the first of these challenges; `url` refused the last answer, nil when the last request was
    /// not sent.
    private func take(
        _ challenges: [AnswerableChallenge], for url: WebURL?, by credentials: HTTPCredentials
    ) throws(FedauthError) {
        guard let challenge = challenges.first else { return }
        let space = spaces[challenge.space] ?? Space(credentials, challenge)
        spaces[challenge.space] = space
        // Some servers take each nonce once, and do not call it stale then.
        let isReused = space.count > 1 && space.challenge.digest != nil
        space.challenge = challenge
        space.others = Array(challenges.dropFirst())
        current = space
        space.isAsked = true
        guard challenge.scheme != .negotiate else { return }
        // Behind a redirect, another realm asks for another password.
        if let sent, sent !== space, sent.isUnconfirmed, sent.answer != nil {
            sent.isUnconfirmed = false
            try sent.credentials.approve(for: sent.challenge.space)
        }
        // Another realm would get the same password of the options, so its refusal applies to all realms of the origin.
        if let sent, sent !== space, sent.credentials.hasAnsweredFromOptions, sent.answer != nil,
            !sent.credentials.isOfOneRealm
        {
            try sent.credentials.reject(for: sent.challenge.space, by: "status 401")
        }
        // A refusal of another space's answer says nothing about this one, unless this address had both.
        guard
            sent === space || space.answer == nil
                || !space.isUnconfirmed && url.map({ space.addresses.contains($0.description) }) == true
        else {
            try sent?.credentials.settle(for: challenge.space)
            return
        }
        if space.answer != nil {
            // A stale nonce says nothing about the password (RFC 7616 section 3.3).
            if let digest = challenge.digest, digest.isStale || isReused {
                guard !space.hasUsedFreshNonce else {
                    // The server may count each of these as an attempt.
                    try space.credentials.settle(for: challenge.space, status: 403)
                    throw CredentialExchange.eachNonceIsStale(at: challenge.space.origin)
                }
                space.hasUsedFreshNonce = true
                return
            }
            space.hasUsedFreshNonce = false
            try space.credentials.reject(for: challenge.space, by: "status 401")
        }
        space.answer = try space.credentials.answer(for: challenge.space)
    }

    /// The space whose answer the last request had, or one before it that was answered by redirects only.
    private var judged: Space? { sent ?? (current?.isUnconfirmed == true ? current : nil) }

    /// Releases the lock, for which the login may wait. A login that opens without the given password is how a server refuses it that
    /// answers it by a redirect; a gateway that has accepted it asks there again. One that cannot be answered may be a refusal.
    public func metLogin(_ response: Response?) throws(FedauthError) {
        guard let sent = judged, sent.answer != nil, sent.credentials.isUnproven else { return }
        let isOpen = sent.credentials.hasAnsweredFromOptions
        let isRefused = response.map { $0.redirectsToError || isOpen && (sent.isUnconfirmed || $0.redirectsWithin) }
        sent.isUnconfirmed = false
        try sent.credentials.settle(for: sent.challenge.space, status: isRefused == false ? nil : 401)
        guard isRefused == true else { return }
        throw FedauthError(
            .refused, "\(sent.challenge.space.place) does not take user name and password, and leads to its login",
            hint: "they were sent once; check them, or '--scheme' names another way")
    }

    /// Stores accepted credentials, notes a status 403, and releases the lock.
    public func heard(_ head: Response, isFinal: Bool) throws(FedauthError) {
        let isAccepted = isFinal && head.tellsOfAdmission
        let sent = judged
        if let sent, sent.credentials.isUnproven {
            sent.isUnconfirmed = !isFinal && head.redirectsWithin
            // The page that a redirect led to, and that was shown without the answer, has not asked for it.
            sent.isAsked = self.sent != nil && !sent.isUnconfirmed
            guard !sent.isUnconfirmed else { return }
            if head.redirect == nil { sent.addresses = [] }
        }
        if isAccepted { sent?.hasUsedFreshNonce = false }
        guard let current, sent === current, current.answer != nil else { return }
        let space = current.challenge.space
        // A server that did not ask may not have looked at the answer.
        guard isAccepted, !current.challenge.isUnasked else {
            return try current.credentials.settle(for: space, status: isFinal || head.status == 401 ? head.status : nil)
        }
        try current.credentials.approve(for: space)
    }
}

extension Response {
    /// Whether it leads to a page of its server whose address tells of an error.
    fileprivate var redirectsToError: Bool {
        let query = redirect.flatMap { URLReference($0).query } ?? ""
        return redirectsWithin && Words.occur(["error", "fail", "denied", "invalid", "incorrect"], in: [query])
    }
}
