public import Secrets

/// Finds user name and password for a protection space: in the options, then in the store, then by asking the user.
/// Stores them after the server accepted them, deletes them after it refused them, and never sends them twice
/// automatically, because servers lock accounts.
public final class HTTPCredentials {
    /// The values known before the challenge.
    public struct Known {
        /// `--user`.
        public var user: String?
        /// `--password-…`.
        public var password: (any SecretSource)?
        /// `--charset`; nil: that in which the server accepted them, else UTF-8.
        public var charset: CredentialCharset?
        /// `--store-name`.
        public var collection: String?
        /// Whether to store accepted credentials; false with `--no-store`.
        public var keeps = true
        /// Whether to store those that the options gave, too.
        public var keepsGiven = true

        /// Creates empty values.
        public init() {}
    }

    /// The user name and password to send.
    public struct Answer: Sendable {
        /// The user name; may be empty.
        public var user: String
        /// The password.
        public var password: SharedSecret
        /// When the password expires, if known.
        public var expires: Timestamp?
        /// The encoding of both.
        public internal(set) var charset: CredentialCharset
        /// Whether the store has it in another encoding.
        fileprivate var isReencoded = false

        fileprivate init(
            _ user: String, _ password: SharedSecret, expires: Timestamp? = nil, in charset: CredentialCharset?,
            orAsKept kept: CredentialCharset? = nil
        ) {
            (self.user, self.password, self.expires) = (user, password, expires)
            // Another password may have letters that the kept one's encoding lacks.
            let usable = kept.flatMap { $0.has(user, password) ? $0 : nil }
            self.charset = (charset ?? usable ?? .utf8).needed(by: user, password)
        }

        /// What is remembered of a refusal: a server that reads another encoding has not refused the password.
        fileprivate var attempt: SharedSecret {
            guard charset != .utf8 else { return password }
            var attempt = Secret(capacity: password.count + 16)
            attempt.append(charset.rawValue + "\0")
            password.withBytes { attempt.append($0) }
            return SharedSecret(attempt)
        }
    }

    /// The values known before the challenge, for the named origins.
    public let known: Known
    private let named: NamedOrigins
    private let stored: StoredCredentials
    private let prompter: any Prompter
    private let reporter: any Reporter
    private let clock: any WallClock
    private let refusals: RefusedSecrets?
    private let source = CredentialSource<Answer>()
    private var enteredUser: String?
    /// The encoding in which the server accepted a stored password.
    private var storedCharset: CredentialCharset?
    /// Where the secrets of the options may go; nil: `named` alone decides.
    var givenUse: GivenSecretUse?
    /// Takes the lock of sign-ins at a protection space, for a password that no server is known to have accepted: of several
    /// commands that begin together one sends it, and the others find in the store that it was refused. Nil: the caller has it,
    /// or there is none.
    public var lock: ((ProtectionSpace) throws(FedauthError) -> (any HeldSignInLock)?)?
    private var held: (any HeldSignInLock)?
    /// The user name that the server accepted; may be empty. Nil before.
    private(set) var approvedUser: String?

    /// Neither asks nor opens anything yet. The known values are only for the origins `named`; for others, stored or
    /// typed values are used. `refusals`: what servers have refused in earlier commands; nil: that is not remembered.
    public init(
        known: Known, for named: NamedOrigins, store: any CredentialStore, prompter: any Prompter,
        reporter: any Reporter, clock: any WallClock, refusals: RefusedSecrets? = nil
    ) {
        (self.refusals, self.known, self.named) = (refusals, known, named)
        stored = StoredCredentials(store, clock: clock)
        (self.prompter, self.reporter, self.clock) = (prompter, reporter, clock)
    }

    /// Returns whether an option names the user or the password for `origin`.
    func namesCredential(for origin: Origin) -> Bool {
        let known = known(for: origin)
        return known.user != nil || known.password != nil
    }

    /// Whether the last answer was the password of the options.
    var hasAnsweredFromOptions: Bool { source.provenance == .given }

    /// Whether a server accepted the password of the options, and no other realm gets it.
    var isOfOneRealm: Bool { givenUse != nil && approvedUser != nil }

    /// Whether no server is known to have accepted the answer.
    var isUnproven: Bool { approvedUser == nil }

    /// Returns the known values for `origin`; for an origin that is not named, only the store to use.
    private func known(for origin: Origin) -> Known {
        guard !named.contains(origin) else { return known }
        var other = Known()
        other.collection = known.collection
        other.keeps = known.keeps
        other.keepsGiven = known.keepsGiven
        return other
    }

    /// Returns those of `challenges` that may be answered at `origin`. A Kerberos ticket is only for the named origins;
    /// for another one, the user is asked if no other scheme is offered. Throws `input-needed`, or `cancelled`.
    func permitted(
        _ challenges: [AnswerableChallenge], at origin: Origin
    ) throws(FedauthError) -> [AnswerableChallenge] {
        guard !named.contains(origin) else { return challenges }
        let others = challenges.filter { $0.scheme != .negotiate }
        guard others.isEmpty, !challenges.isEmpty else { return others }
        guard prompter.canAsk else {
            throw FedauthError(
                .inputNeeded, "'\(origin.hostAndPort)' asks for a Kerberos ticket", hint: NamedOrigins.hint(origin))
        }
        reporter.warning("a redirect leads to '\(origin)', which was not named and asks for your Kerberos ticket")
        guard try prompter.confirm("Show the ticket to \(origin)") else {
            throw FedauthError(.cancelled, "no ticket was shown to '\(origin.hostAndPort)'")
        }
        return challenges
    }

    /// Returns whether the store has the credential of a session.
    func holds(_ scope: CredentialScope, user: String?) throws(FedauthError) -> Bool {
        try stored.find(scope, user: user, where: isOfUse) != nil
    }

    /// Returns the answer to send. `mayAsk` is false when the user answers elsewhere; `only` is the only encoding that
    /// the caller sends. Throws `input-needed`, naming what is missing, when the user cannot be asked.
    func answer(
        for space: ProtectionSpace, mayAsk: Bool = true, only: CredentialCharset? = nil
    ) throws(FedauthError) -> Answer {
        let answer = try find(for: space, mayAsk, only)
        givenUse?.record(password: [space.origin])
        reporter.mask(answer.password)
        return answer
    }

    /// Returns the answer for a server that does not ask, and the space to which it belongs, which has no realm: a password that
    /// the store has for one is for no other. Nil when there is none; the user is asked only for the half that the options do
    /// not name.
    func unasked(at origin: Origin) throws(FedauthError) -> (space: ProtectionSpace, answer: Answer)? {
        let known = known(for: origin)
        let space = ProtectionSpace(origin, realm: nil)
        do throws(FedauthError) {
            return (space, try answer(for: space, mayAsk: known.user != nil || known.password != nil))
        } catch  where error.code == .inputNeeded && known.password == nil { return nil }
    }

    private func find(
        for space: ProtectionSpace, _ mayAsk: Bool, _ only: CredentialCharset?
    ) throws(FedauthError) -> Answer {
        var known = known(for: space.origin)
        known.charset = only ?? known.charset
        let answer = try source.fill {
            () throws(FedauthError) in
            try given(known, for: space, mayAsk)
        } stored: { () throws(FedauthError) in
            let found = try stored.find(space.scope(in: known.collection), user: known.user) {
                isOfUse($0) && (only == nil || only == $0.charset)
            }
            guard let found, let password = found.password else { return nil }
            reporter.detail("the password for \(space.place) comes from the store")
            storedCharset = found.charset
            var answer = Answer(found.user ?? "", password, expires: found.expires, in: known.charset ?? found.charset)
            answer.isReencoded = answer.charset != found.charset
            try refusals?.check(answer.attempt, of: answer.user, at: space.origin, realm: space.realm, from: nil)
            return answer
        } asked: { () throws(FedauthError) in
            guard mayAsk else { throw Self.typedElsewhere }
            // After a refusal the password is wrong more often than the user name.
            if known.user == nil, let user = enteredUser, let again = try askPassword(space, user, isAgain: true) {
                return Answer(user, again, in: known.charset, orAsKept: storedCharset)
            }
            let user = try user(space, mayAsk)
            guard let password = try askPassword(space, user) else {
                throw FedauthError(.cancelled, "no password was given", hint: "nothing was sent")
            }
            return Answer(user, password, in: known.charset, orAsKept: storedCharset)
        }
        guard let answer else { throw FedauthError(.inputNeeded, "\(space.place) asks for a password") }
        return answer
    }

    private func given(_ known: Known, for space: ProtectionSpace, _ mayAsk: Bool) throws(FedauthError) -> Answer? {
        guard let source = known.password, givenUse?.place(otherThan: space) == nil else { return nil }
        try givenUse?.requireNoForm(for: space)
        let user = try user(space, mayAsk)
        reporter.detail("the password for \(space.place) comes from \(source.description)")
        let password = try source.value(
            as: "password", isEmptyMeant: source.mayBeEmpty,
            hint: "nothing was sent; '--empty-password' sends none, where that is meant")
        var kept: Credential?
        if known.charset == nil, CredentialCharset.latin1.needed(by: user, password) != .utf8 {
            kept = try stored.find(space.scope(in: known.collection), user: user, where: isOfUse)
        }
        let answer = Answer(user, password, in: known.charset, orAsKept: kept?.charset)
        if let lock, held == nil, try !isKept(answer, for: space) { held = try lock(space) }
        do throws(FedauthError) {
            try refusals?.check(
                answer.attempt, of: user, at: space.origin, realm: space.realm, from: source.description,
                isAlone: held != nil)
        } catch {
            held = nil
            throw error
        }
        givenUse?.record(space)
        return answer
    }

    /// Returns whether the store has the password, which it keeps only when a server has accepted it.
    private func isKept(_ answer: Answer, for space: ProtectionSpace) throws(FedauthError) -> Bool {
        try stored.find(space.scope(in: known.collection), user: answer.user) {
            isOfUse($0) && $0.charset == answer.charset
        }?.password == answer.password
    }

    /// Ends the first use of a password by an answer that neither accepts nor refuses it. Status 403, 423, 429, or 401 that asks for
    /// something else, may mean that it is wrong, as long as no server has accepted it; so may no answer in time (408): many servers
    /// let a wrong password wait. One that is stored was right before, and 403 may be about something else; but it may have changed.
    func settle(for space: ProtectionSpace, status: Int? = nil) throws(FedauthError) {
        defer { held = nil }
        guard let status, [401, 403, 407, 408, 423, 429].contains(status), approvedUser == nil,
            source.provenance != .asked,
            let current = source.current
        else { return refusals?.settle() ?? () }
        var wasRight = source.provenance == .stored
        if !wasRight { wasRight = try isKept(current, for: space) }
        guard [401, 408].contains(status) || !wasRight else { return refusals?.settle() ?? () }
        refusals?.note(
            current.attempt, of: current.user, at: space.origin, realm: space.realm,
            as: wasRight || status > 403 ? .otherCause : .doubtful)
    }

    /// The hint for letters that an old server reads in another encoding. Commands without an option for it keep nothing given.
    private var otherCharset: String {
        guard let current = source.current, current.charset == .utf8, known.keepsGiven,
            CredentialCharset.latin1.needed(by: current.user, current.password) != .utf8
        else { return "" }
        return "; an old server may read '--charset iso-8859-1'"
    }

    /// Deletes a stored credential that was refused. Returns when another answer is possible, otherwise throws
    /// `refused`.
    func reject(for space: ProtectionSpace, by why: String) throws(FedauthError) {
        defer { held = nil }
        let user = source.current?.user ?? ""
        let who = "'\(user.folded(to: 60))'"
        let error = FedauthError(
            .refused, "\(space.place) refused user name and password of \(who) (\(why))",
            hint: hasAnsweredFromOptions
                ? "they were sent once; check '--user' and where the password comes from" + otherCharset
                : prompter.canAsk
                    ? "find out what is right before you try again: servers lock accounts"
                    : "sign in on a terminal to be asked, or give them by '--user' and '--password-file'")
        if source.provenance == .asked { enteredUser = user }
        if source.provenance != .asked, let current = source.current {
            refusals?.note(current.attempt, of: user, at: space.origin, realm: space.realm)
        }
        try source.reject(canAsk: prompter.canAsk, or: error) { (refused) throws(FedauthError) in
            // A given or typed one may be in the store, too.
            guard
                try stored.forget(
                    refused.password, in: refused.charset, of: user, for: space.scope(in: known.collection))
            else { return }
            reporter.warning("the stored password of \(who) for \(space.place) was refused (\(why)) and is forgotten")
        }
        reporter.warning("\(space.place) refused user name or password (\(why))")
    }

    /// Stores what the server accepted.
    func approve(for space: ProtectionSpace) throws(FedauthError) {
        defer { held = nil }
        if source.provenance == .stored {
            refusals?.settle()
        } else if approvedUser == nil, let current = source.current {
            refusals?.forget(current.user, at: space.origin, realm: space.realm)
        }
        approvedUser = source.current?.user ?? approvedUser
        var kept: Set<CredentialSource<Answer>.Provenance> = known.keepsGiven ? [.given, .asked] : [.asked]
        if source.current?.isReencoded == true { kept.insert(.stored) }
        guard let answer = source.approve(keeping: known.keeps ? kept : []) else { return }
        try stored.keep(
            Credential(user: answer.user, password: answer.password, expires: answer.expires, charset: answer.charset),
            for: space.scope(in: known.collection))
        reporter.detail("the password of '\(answer.user.folded(to: 60))' for \(space.place) is stored")
    }

    private func isOfUse(_ credential: Credential) -> Bool {
        credential.password != nil && !credential.hasExpired(at: clock.now)
    }

    private func user(_ space: ProtectionSpace, _ mayAsk: Bool) throws(FedauthError) -> String {
        if let user = known(for: space.origin).user { return user }
        guard mayAsk else { throw Self.typedElsewhere }
        return try askUser(space)
    }

    private static let typedElsewhere = FedauthError(
        .inputNeeded, "the user name and the password are typed in the browser's window")

    private func missing(_ what: String, _ space: ProtectionSpace, _ hint: String) -> FedauthError {
        var hint = named.contains(space.origin) ? hint : NamedOrigins.hint(space.origin)
        if known.password != nil, let place = givenUse?.place(otherThan: space) {
            hint = GivenSecretUse.hint(place, or: "store one by 'fedauth basic \(space.origin)'")
        }
        return FedauthError(.inputNeeded, "\(space.place) asks for \(what)", hint: hint)
    }

    private func askUser(_ space: ProtectionSpace) throws(FedauthError) -> String {
        guard prompter.canAsk else {
            throw missing(
                "a user name and a password", space,
                "give them by '--user NAME' and '--password-file FILE', or sign in on a terminal")
        }
        return try prompter.ask("User name for \(space.place): ", isSecret: false)
            .withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the password; nil when none is given. If `isAgain`, an empty answer means another user.
    private func askPassword(
        _ space: ProtectionSpace, _ user: String, isAgain: Bool = false
    ) throws(FedauthError) -> SharedSecret? {
        guard prompter.canAsk else {
            throw missing(
                "the password of '\(user.folded(to: 60))'", space,
                "give it by '--password-file FILE' or '--password-command COMMAND', or sign in on a terminal")
        }
        let other = isAgain ? " (none: another user name)" : ""
        for _ in 0..<(isAgain ? 1 : 2) {
            let password = SharedSecret(
                try prompter.ask("Password of \(user.folded(to: 60)) for \(space.place)\(other): ", isSecret: true))
            if !password.isEmpty { return password }
            if !isAgain { reporter.warning("an empty password is not sent") }
        }
        return nil
    }
}
