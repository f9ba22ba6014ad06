public import Secrets

/// The default `LoginAnswers`: takes values from the options, then the store, then the user at the terminal.
public final class LoginCredentials: LoginAnswers {
    /// The values known before the first page.
    public struct Known {
        /// `--user`.
        public var user: String?
        /// `--password-…`.
        public var password: (any SecretSource)?
        /// `--totp`: fills each field for a one-time code at the server that got the first secret.
        public var oneTimeCodes: (any OneTimeCodeSource)?
        /// `--field NAME=SOURCE`, by the name, ID or label of the field.
        public var fields: [String: any SecretSource] = [:]
        /// Whether to accept consent pages without asking.
        public var acceptsConsent = false
        /// `--keep-signed-in`.
        public var keepsSignedIn = false
        /// Whether to store a typed password after a successful sign-in.
        public var remembersPassword = false
        /// `--force`: whether it is said that nothing was typed that could be stored.
        public var isForced = false
        /// Whether it is said what of this was not used.
        public var saysUnused = true
        /// `--idp` or `--home-realm`.
        public var homeRealm: String?
        /// Whether `--allow-host` names a server, so that it gets what another server has already.
        public var permits: (Origin) -> Bool = { _ in false }
        /// Whether what the store has is used; false where only a server of another site leads to the login.
        public var usesStored = true

        /// Creates empty values.
        public init() {}
    }

    /// `--user`.
    public var user: String? { known.user }
    /// `--keep-signed-in`.
    public var keepsSignedIn: Bool { known.keepsSignedIn }
    /// `--idp` or `--home-realm`.
    public var homeRealm: String? { known.homeRealm }

    /// The password, and a code when fields are given.
    public var givenRoles: Set<LoginQuestion.Role> {
        Set(
            (known.password == nil ? [] : [.password])
                + (known.fields.isEmpty && known.oneTimeCodes == nil ? [] : [.oneTimeCode]))
    }

    /// `--totp`.
    public var computesCodes: Bool { known.oneTimeCodes != nil }
    /// `--accept-consent`.
    public var acceptsConsent: Bool { known.acceptsConsent }

    /// The scopes that the request asks for.
    public var scopes: Set<Substring> = []

    let known: Known
    let store: any CredentialStore
    let clock: any WallClock
    let stored: StoredCredentials
    let loginPrompter: LoginPrompter
    let reporter: any Reporter
    let refusals: RefusedSecrets?
    /// Takes the lock of passwords at a server: of several sign-ins by one identity provider that begin together one sends the
    /// password, and the others find in the store whether it was refused. Nil: there is none.
    public var lock: ((Origin) throws(FedauthError) -> (any HeldSignInLock)?)?
    private(set) var held: (any HeldSignInLock)?
    /// The passkeys of the store, for the user who signs in.
    public private(set) lazy var passkeys = StoredPasskeys(
        store, user: known.user, isUsed: known.usesStored, reporter: reporter)
    /// The sources of answers to HTTP authentication on the way.
    var ofHTTP: [HTTPCredentials] = []
    private var sources: [LoginQuestion.Role: CredentialSource<Filled>] = [:]
    private var sent = SentSecrets()
    /// Where the secrets of the options may go.
    let givenUse: GivenSecretUse
    /// Whether a stored password was sent once more, as its form came back for another reason.
    private var hasRepeatedStored = false
    /// The user name that was typed last, or that the store proposes.
    var enteredUser: SharedSecret?
    /// The names in `--field` that a page had.
    private(set) var metFields: Set<String> = []
    /// Whether a page had the organisation of the options.
    public private(set) var isHomeRealmChosen = false
    /// The codes that each server has.
    private var usedCodes: [Origin: [SharedSecret]] = [:]
    /// The source of the last one-time code, if an option gave it.
    private(set) var givenCode: String?
    /// What the last code was made of, and who got it.
    private(set) var givenKey: (value: SharedSecret, origin: Origin)?
    /// Whether a page asked for something.
    var wasAsked: Bool { !sources.isEmpty }
    /// Whether something was answered.
    public var hasAnswered: Bool { sources.values.contains { $0.provenance != nil } }
    /// What else signed the user in.
    var proofWithoutPassword: ProofWithoutPassword?

    /// The value of a field, and whose it is.
    struct Filled {
        var value: SharedSecret
        var origin: Origin
        var user: String?
        /// The servers of its page and of the form's target.
        var receivers: Set<Origin>
        var scope: CredentialScope { CredentialScope(.form, server: origin.description) }
    }

    /// Neither asks nor opens anything yet. `refusals`: what servers refused in earlier commands; nil: unknown.
    public init(
        known: Known, store: any CredentialStore, prompter: any Prompter, reporter: any Reporter, clock: any WallClock,
        refusals: RefusedSecrets? = nil
    ) {
        self.refusals = refusals
        self.known = known
        givenUse = GivenSecretUse(isPermitted: known.permits)
        self.store = store
        self.clock = clock
        stored = StoredCredentials(store, clock: clock)
        loginPrompter = LoginPrompter(prompter: prompter, reporter: reporter)
        self.reporter = reporter
    }

    /// Returns the value from the field's own source, otherwise from the sources for its role: `--user`, the password's
    /// source, the store, the terminal.
    public func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        let answer = try find(question)
        if question.role == .password { givenUse.record(password: question.receivers, byForm: true) }
        if question.role.isSecret { reporter.mask(answer) }
        return answer
    }

    private func find(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        let source = source(question.role)
        if question.submission?.wasAccepted == true, question.role != .oneTimeCode,
            secretSource(named: question.field) == nil, let accepted = source.current,
            accepted.origin == question.origin, accepted.receivers == question.receivers, accepted.user == question.user
        {
            return accepted.value
        }
        func filled(_ value: SharedSecret) -> Filled {
            Filled(value: value, origin: question.origin, user: question.user, receivers: question.receivers)
        }
        let answer = try source.fill {
            () throws(FedauthError) in
            try given(question).map(filled)
        } stored: { () throws(FedauthError) in
            try storedPassword(question).map(filled)
        } asked: { () throws(FedauthError) in
            filled(try ask(question))
        }
        guard let answer else { throw FedauthError(.inputNeeded, "there is no \(question.role.rawValue)") }
        if source.provenance != .asked, let refusal = sent.refusal(ofRepeating: answer.value, in: question) {
            try reject(refusal)
            var question = question
            question.submission?.refusal = nil
            return try find(question)
        }
        return answer.value
    }

    private func given(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret? {
        guard let source = secretSource(for: question), placeOfGiven(question) == nil else {
            guard question.role == .userName, let user = known.user, user.contains("@") || !question.wantsAddress
            else { return nil }
            return SharedSecret(text: user)
        }
        guard !source.isPublic || question.role != .password else {
            throw FedauthError(
                .usage,
                "the password for '\(question.origin.hostAndPort)' is given as text, which other users can read",
                hint: "nothing was sent; \(question.field.option("file:PATH")) reads it from a file")
        }
        reporter.detail(
            "the \(question.role.rawValue) for '\(question.origin.hostAndPort)' comes from \(source.description)")
        let secret = try value(of: source, for: question)
        if question.role == .password {
            try takeLock(at: question.origin)
            try refusals?.check(
                secret, of: question.user, at: question.origin, from: source.description, isAlone: held != nil)
        }
        if isLimited(source, for: question) { givenUse.record(question.receivers) }
        return secret
    }

    /// Waits for the other sign-ins that send a password to the server.
    func takeLock(at origin: Origin) throws(FedauthError) {
        if let lock, held == nil { held = try lock(origin) }
    }

    /// Lets the other sign-ins go on: what the server says to the password is known.
    func releaseLock() {
        refusals?.settle()
        held = nil
    }

    /// Counts the password as sent without an answer, or takes that back.
    public func sends(isTaken: Bool) { if isTaken { refusals?.settle() } else { refusals?.leave() } }

    private func value(of source: any SecretSource, for question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        if question.role == .oneTimeCode { givenCode = source.description }
        guard let codes = source as? any OneTimeCodeSource else {
            return question.role.isSecret
                ? try source.value(as: question.role.rawValue) : SharedSecret(try source.secret())
        }
        let isAlone = held == nil
        defer { if isAlone { held = nil } }
        let key = try codes.key()
        givenKey = (key, question.origin)
        while true {
            try takeLock(at: question.origin)
            try refusals?.check(key, of: RefusedSecrets.codeKey, at: question.origin, from: source.description)
            let code = SharedSecret(try codes.code(unlike: usedCodes[question.origin] ?? []))
            usedCodes[question.origin, default: []].append(code)
            if try refusals?.spend(code, at: question.origin) != false { return code }
        }
    }

    private func ask(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        if let preset = question.preset, !loginPrompter.canAsk || !question.mayAsk { return preset }
        guard question.mayAsk else {
            throw FedauthError(.inputNeeded, "the \(question.role.rawValue) is typed in the browser's window")
        }
        if let user = try keptUser(question) { return user }
        var answer = try loginPrompter.ask(question, enteredUser: enteredUser, givenAt: placeOfGiven(question))
        let mustBeGiven = question.role.isSecret || question.role == .userName || question.isHidden
        if answer.isEmpty && mustBeGiven {
            reporter.warning("an empty answer is not sent")
            answer = try loginPrompter.ask(question, enteredUser: enteredUser)
        }
        guard !(answer.isEmpty && mustBeGiven) else {
            throw FedauthError(.cancelled, "no \(question.role.rawValue) was given", hint: "nothing was sent")
        }
        if question.role == .userName { enteredUser = answer }
        return answer
    }

    /// Forgets a stored password that was refused, and returns only when the user can be asked again. A refused secret
    /// is never sent a second time automatically, because servers lock accounts.
    public func reject(_ refusal: LoginRefusal) throws(FedauthError) {
        let who = refusal.user.map { " of '\($0.folded(to: 60))'" } ?? ""
        let error = error(for: refusal, who)
        // If the form has secrets, they are what was refused; a page with only a user name refuses that.
        let secrets = refusal.roles.filter(\.isSecret)
        let answered = (secrets.isEmpty ? refusal.roles : secrets).map(source)
        guard !answered.contains(where: { $0.provenance == .given }) else {
            noteRefusal(refusal.blame, among: refusal.roles)
            throw error
        }
        if refusal.blame != .password, answered.allSatisfy({ $0.provenance == .stored }) {
            guard [.other, .none].contains(refusal.blame), !hasRepeatedStored else {
                noteRefusal(refusal.blame, among: refusal.roles)
                throw error
            }
            hasRepeatedStored = true
        }
        for source in answered {
            // If there was also a code, it is unknown which of the two was wrong: the stored password stays.
            if answered.count > 1 || refusal.blame != .password, source.provenance == .stored { continue }
            try source.reject(canAsk: loginPrompter.canAsk, or: error) { (refused) throws(FedauthError) in
                if source.provenance == .stored { try forget(refused, who) }
            }
        }
        guard loginPrompter.canAsk else {
            if refusal.blame == .other { noteRefusal(refusal.blame, among: refusal.roles) }
            throw error
        }
        reporter.warning("'\(refusal.origin.hostAndPort)': \(refusal.complaint)")
        if let hint = refusal.hint { reporter.note(hint) }
    }

    /// Records that a page had the organisation of the options.
    public func choseHomeRealm() { isHomeRealmChosen = true }

    /// Does not store a typed password: its correctness will not be known.
    public func wasHandedOver(isAgain: Bool) {
        refusals?.settle()
        source(.password).release()
        if isAgain { sent = SentSecrets() }
    }

    /// Returns the value from the field's own source only; the user is never asked for an optional field. A server that
    /// must not get it finds the field as if no option gave it.
    public func preset(for field: FormField, sentTo origins: Set<Origin>) throws(FedauthError) -> SharedSecret? {
        guard let source = secretSource(named: field) else { return nil }
        guard !source.isPublic else { return SharedSecret(try source.secret()) }
        if let place = givenUse.place(otherThan: origins, isCode: source is any OneTimeCodeSource) {
            reporter.detail("the field '\(field.name.folded(to: 60))' is left: what the options give is for \(place)")
            return nil
        }
        givenUse.record(origins)
        return SharedSecret(try source.secret())
    }

    /// Returns whether an option gives a source for the field.
    func isGiven(control field: FormField) -> Bool { secretSource(named: field) != nil }

    /// Returns whether an option gives a source for the field, and not a text.
    public func hasSecret(for field: FormField) -> Bool { secretSource(named: field)?.isPublic == false }

    func source(_ role: LoginQuestion.Role) -> CredentialSource<Filled> {
        let source = sources[role] ?? CredentialSource()
        sources[role] = source
        return source
    }

    private func secretSource(for question: LoginQuestion) -> (any SecretSource)? {
        if let source = secretSource(named: question.field) { return source }
        switch question.role {
        case .password: return known.password
        case .oneTimeCode: return question.isDelivered || question.isChosen ? nil : known.oneTimeCodes
        case .userName, .other: return nil
        }
    }

    /// Returns the place that has the secrets of the options, if one of them is for this question and must not go to its server.
    private func placeOfGiven(_ question: LoginQuestion) -> String? {
        guard let source = secretSource(for: question), isLimited(source, for: question) else { return nil }
        let isCode = question.role == .oneTimeCode || source is any OneTimeCodeSource
        return givenUse.place(otherThan: question.receivers, isCode: isCode)
    }

    private func isLimited(_ source: any SecretSource, for question: LoginQuestion) -> Bool {
        !source.isPublic || question.role.isSecret
    }

    private func secretSource(named field: FormField) -> (any SecretSource)? {
        guard !known.fields.isEmpty else { return nil }
        // A long label may be given as messages show it.
        let labels = [field.label.trimmingLabel, field.label.folded(to: FormField.shownColumns)]
        let name = ([field.name, field.identifier] + labels).first { !$0.isEmpty && known.fields[$0] != nil }
        guard let name else { return nil }
        metFields.insert(name)
        return known.fields[name]
    }
}

extension String {
    /// A label without the signs that mark a required field, or end it.
    fileprivate var trimmingLabel: String {
        var text = self[...]
        while let last = text.last, " *:".contains(last) { text = text.dropLast() }
        return String(text)
    }
}
