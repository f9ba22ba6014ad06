public import Secrets

/// The default `LoginAnswers`: takes values from the options, then the store, then the user at the terminal.
public final class LoginCredentials: LoginAnswers {
    /// The values known before the first page.
    public struct Known {
        /// `--user`.
        public var user: String?
        /// `--password-…`.
        public var password: (any SecretSource)?
        /// `--field NAME=SOURCE`, by the name or ID of the field.
        public var fields: [String: any SecretSource] = [:]
        /// Whether to accept consent pages without asking.
        public var acceptsConsent = false
        /// `--keep-signed-in`.
        public var keepsSignedIn = false
        /// Whether to store a typed password after a successful sign-in.
        public var remembersPassword = false
        /// `--home-realm`.
        public var homeRealm: String?

        /// Creates empty values.
        public init() {}
    }

    /// `--user`.
    public var user: String? { known.user }

    /// `--keep-signed-in`.
    public var keepsSignedIn: Bool { known.keepsSignedIn }

    /// `--home-realm`.
    public var homeRealm: String? { known.homeRealm }

    private let known: Known
    private let store: any CredentialStore
    private let person: LoginPrompter
    private let reporter: any Reporter
    private var used: [LoginQuestion.Role: Provenance] = [:]
    private var sent: [Sent] = []
    private var tries = 0
    private var typed: (origin: Origin, user: String, password: SharedSecret)?
    private var saidUser: SharedSecret?
    private static let maximumTries = 3

    private enum Provenance {
        case given(String)
        case stored(StoreEntry)
        case asked
    }

    /// A secret that a form has sent without a question to the user.
    private struct Sent {
        var form: Int
        var origins: Set<Origin>
        var role: LoginQuestion.Role
        var value: SharedSecret
    }

    /// Neither asks nor opens anything yet.
    public init(
        known: Known, store: any CredentialStore, prompter: any Prompter, reporter: any Reporter
    ) {
        self.known = known
        self.store = store
        person = LoginPrompter(prompter: prompter, reporter: reporter)
        self.reporter = reporter
    }

    /// Returns the value from the field's own source, otherwise from the sources for its role: `--user`, the password's
    /// source, the store, the terminal.
    public func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        let answer = try find(question)
        if question.role.isSecret { reporter.mask(answer) }
        return answer
    }

    private func find(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        if let source = source(for: question) {
            guard !source.isPublic || question.role != .password else {
                throw FedauthError(
                    .usage,
                    "the password for '\(question.origin.hostAndPort)' is given as text, which other users can read",
                    hint: "nothing was sent; '--field \(question.field.name.folded(to: 60))=file:PATH' reads it from a "
                        + "file")
            }
            used[question.role] = .given(source.description)
            reporter.detail(
                "the \(question.role.rawValue) for '\(question.origin.hostAndPort)' comes from \(source.description)")
            let secret = SharedSecret(try source.secret())
            guard !(secret.isEmpty && question.role.isSecret) else {
                throw FedauthError(
                    .inputNeeded, "the \(question.role.rawValue) from '\(source.description.folded(to: 80))' is empty",
                    hint: "nothing was sent: servers count empty answers as wrong ones")
            }
            if let refusal = refusal(ofRepeating: secret, in: question) { try reject(refusal) }
            return secret
        }
        switch question.role {
        case .userName:
            if let user = known.user, user.contains("@") || !question.wantsAddress {
                used[.userName] = .given("--user")
                return SharedSecret(text: user)
            }
        case .password:
            if let stored = try storedPassword(question) { return stored }
        case .oneTimeCode, .other: break
        }
        if let preset = question.preset, !person.canAsk { return preset }
        var answer = try person.ask(question, saidUser: saidUser)
        let mustBeGiven = question.role.isSecret || question.role == .userName || question.isHidden
        if answer.isEmpty && mustBeGiven {
            reporter.warning("an empty answer is not sent")
            answer = try person.ask(question, saidUser: saidUser)
        }
        guard !(answer.isEmpty && mustBeGiven) else {
            throw FedauthError(.cancelled, "no \(question.role.rawValue) was given", hint: "nothing was sent")
        }
        used[question.role] = .asked
        if question.role == .userName { saidUser = answer }
        if question.role == .password, let user = question.user {
            typed = (question.origin, user, answer)
        }
        return answer
    }

    /// Forgets a stored password that was refused, and returns only when the user can be asked again. A refused secret
    /// is never sent a second time automatically, because servers lock accounts.
    public func reject(_ refusal: LoginRefusal) throws(FedauthError) {
        let who = refusal.user.map { " of '\($0.folded(to: 60))'" } ?? ""
        let error = FedauthError(
            .refused, "'\(refusal.origin.hostAndPort)' refused the sign-in\(who): \(refusal.complaint)",
            hint: refusal.hint ?? "nothing was stored; check the user name and where its secrets come from")
        // If the form has secrets, they are what was refused; a page with only a user name refuses that.
        let secrets = refusal.roles.filter(\.isSecret)
        let judged = secrets.isEmpty ? refusal.roles : secrets
        for role in judged {
            if case .given = used[role] { throw error }
        }
        // If there was also a code, it is unknown which of the two was wrong.
        if judged == [.password], case .stored(let entry) = used[.password] {
            try forget(entry, who)
            used[.password] = nil
        }
        typed = nil
        tries += 1
        guard person.canAsk, tries < Self.maximumTries else { throw error }
        reporter.warning("'\(refusal.origin.hostAndPort)': \(refusal.complaint)")
        if let hint = refusal.hint { reporter.note(hint) }
    }

    /// Does not store a typed password: its correctness will not be known.
    public func wasHandedOver() { typed = nil }

    /// Returns the value from the field's own source only; the user is never asked for an optional field.
    public func preset(for field: FormField) throws(FedauthError) -> SharedSecret? {
        guard let source = source(named: field) else { return nil }
        return SharedSecret(try source.secret())
    }

    /// Returns whether an option gives a source for the field.
    func isGiven(control field: FormField) -> Bool { source(named: field) != nil }

    /// Accepts with `--accept-consent`, otherwise asks the user and shows the page's text.
    public func consent(title: String, text: String, origin: Origin) throws(FedauthError) {
        if !known.acceptsConsent { try person.consent(title: title, text: text, origin: origin) }
    }

    /// Asks the user for the number of an option.
    public func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int? {
        try person.choose(among: options, title: title, origin: origin)
    }

    /// Asks the user; throws `input-needed` when that is impossible.
    public func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError) {
        try person.allow(sendingFrom: page, to: target)
    }

    /// Stores the typed password, if wanted. Call it after a successful sign-in.
    ///
    /// - Parameters:
    ///   - wereAsked: false when another presenter handled the pages.
    ///   - sawProvider: whether an identity provider took part, which may have known the user without a password.
    public func approve(wereAsked: Bool = true, sawProvider: Bool = false) throws(FedauthError) {
        if known.password != nil && used[.password] == nil {
            reporter.note(
                wereAsked
                    ? "the password was not used: "
                        + (sawProvider ? "the identity provider still knew who this is" : "no page asked for it")
                    : "the password of the options was not used: it is for the presenter 'form'")
        }
        guard known.remembersPassword, let typed else { return }
        try store.put(
            StoreDraft(
                name: StoredPassword.entryName(origin: typed.origin, user: typed.user), kind: StoredPassword.kind,
                attributes: ["service": typed.origin.description, "username": typed.user], value: typed.password))
        reporter.note("the password of '\(typed.user)' for '\(typed.origin.hostAndPort)' is stored")
    }

    private func source(for question: LoginQuestion) -> (any SecretSource)? {
        if let source = source(named: question.field) { return source }
        return question.role == .password ? known.password : nil
    }

    private func source(named field: FormField) -> (any SecretSource)? {
        known.fields[field.name] ?? (field.identifier.isEmpty ? nil : known.fields[field.identifier])
    }

    private func storedPassword(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret? {
        guard let user = question.user else { return nil }
        let entry = StoredPassword.entryName(origin: question.origin, user: user)
        guard let item = try store.get(entry), !item.value.isEmpty else { return nil }
        used[.password] = .stored(item.entry)
        if let refusal = refusal(ofRepeating: item.value, in: question) {
            try reject(refusal)
            var question = question
            question.submission?.refusal = nil
            return try storedPassword(question)
        }
        reporter.detail("the password comes from the entry '\(entry)' of the store")
        return item.value
    }

    /// Records a secret that the user did not type. Returns the refusal if another form has sent it to the same server
    /// in the same role: the server chooses the names of the fields, so these do not count.
    private func refusal(ofRepeating value: SharedSecret, in question: LoginQuestion) -> LoginRefusal? {
        guard let submission = question.submission, question.role.isSecret else { return nil }
        let isRepeated = sent.contains {
            $0.form != submission.number && $0.role == question.role && $0.value == value
                && !$0.origins.isDisjoint(with: submission.origins)
        }
        sent.append(
            Sent(form: submission.number, origins: submission.origins, role: question.role, value: value))
        return isRepeated ? submission.refusal : nil
    }

    /// Deletes the entry only in the version that was sent: a version that another process has stored since was not
    /// refused.
    private func forget(_ entry: StoreEntry, _ who: String) throws(FedauthError) {
        do throws(FedauthError) {
            try store.delete(entry.name, expecting: .version(entry.version))
            reporter.warning("the stored password\(who) was refused and is forgotten")
        } catch  where error.code == .versionConflict {
            reporter.warning("the stored password\(who) was refused; a newer one is in the store, and is kept")
        }
    }
}
