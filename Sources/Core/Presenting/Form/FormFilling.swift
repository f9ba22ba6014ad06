import Secrets

/// Finds the values for the login forms of one sign-in, and notices forms that come back: for pages that are sent by HTTP, and
/// for those that a browser renders.
struct FormFilling {
    let answers: any LoginAnswers
    private var user: String?
    /// Whether the name was only used to find the home realm, so that no server has verified it.
    private var isUserRouted = false
    /// The user, if a server has verified the name.
    var verifiedUser: String? { isUserRouted ? nil : user }
    /// What was filled, by the names of the form. One that comes back is not sent again by itself, whatever that means: each try
    /// may count.
    private var sent: [String: Sent] = [:]
    private var count = 0
    private let series = LoginQuestion.Series()
    /// What was filled before the last form.
    private var sentBefore: [String: Sent] = [:]
    /// The answers that the sign-in has carried on.
    var answersPassed = PassedAnswers()
    /// How many answers had passed when a form was filled at a server.
    private var answersBefore: [Origin: Int] = [:]
    /// The servers that have accepted what was sent.
    private var proven: Set<Origin> = []
    /// The text of the page that led on after a form was sent.
    private var saidOnTheWay: String?
    /// The servers that got a password.
    private var postedPassword: Set<Origin> = []
    /// The servers that asked for a code after it: most have accepted it then.
    private var codeAsked: Set<Origin> = []
    /// The servers that have asked for the password once more: each may once.
    private var confirmed: Set<Origin> = []
    /// Whether the answers know that what was filled last was refused.
    private var isRefused = false

    /// Whether no form was filled.
    var isEmpty: Bool { sent.isEmpty }
    /// Whether a form with a password was filled.
    var hasSentPassword: Bool { !postedPassword.isEmpty }

    /// A form on its page.
    struct PresentedForm {
        fileprivate var page: Page?
        fileprivate var origin: Origin
        fileprivate var jar: CookieJar
        fileprivate var meaning: Meaning
        fileprivate var refusal: LoginRefusal
        /// Whether its server has accepted what was sent, and asks for more.
        fileprivate var isFurther: Bool
        /// The provider that has accepted the user, where this is a whole login of the service behind it.
        fileprivate var provider: Origin?
    }

    /// A form that was filled.
    private struct Sent {
        let number: Int
        let page: Page?
        let receivers: Set<Origin>
        let roles: Set<LoginQuestion.Role>
        /// What had passed before, and the names of the cookies that its own server had set.
        let passed: PassedAnswers
        let cookies: Set<String>
    }

    /// What it means that a form is there.
    fileprivate enum Meaning {
        case new, refused
        /// The server may have accepted it, and another one asks for more, or has lost the session.
        case unclear
    }

    init(_ answers: any LoginAnswers) { self.answers = answers }

    /// Returns whether the form was filled before, and the page shows no error.
    func isBackWithoutError(_ form: LoginForm, on page: Page, at origin: Origin) -> Bool {
        page.complaint == nil && sent[form.question(at: origin)] != nil
    }

    /// Returns whether a form wants a name or an address for something else than the login: its server has got the password, shows
    /// no error, and has not asked so before. What is sent there would change the account.
    func asksForMore(_ form: LoginForm, on page: Page, at origin: Origin) -> Bool {
        form.roles.compactMap(\.self) == [.userName] && postedPassword.contains(origin) && page.complaint == nil
            && sent[form.signature(at: origin)] == nil
    }

    /// Returns the meaning of a page at this moment of the sign-in. What a secret alone confirms is not known, as long as no step
    /// before has asked who the user is, and the page does not say that it signs in; and another user's account is none of
    /// `answers.user`.
    func judged(_ meaning: PageClassifier, on page: Page) -> PageClassifier {
        switch meaning {
        case .login(let form) where isEmpty && !page.saysSignIn(form): return .choice([form])
        case .login(let form) where form.asksOnlyForPassword && isForAnother(form, on: page): return .choice([form])
        case .handOn(let form)
        where form.goingOn.map({ $0.usesPasskey && !page.takesPasskey(by: $0, isFirst: isEmpty) }) == true:
            return .choice([form])
        case .handOn(let form)
        where !isEmpty && form.goingOn?.onlyGoesOn == true && page.asksToGoOn && !names(page.text):
            return .choice([form])
        case .handOn(let form) where !isEmpty && page.fails(before: form): return .deadEnd
        case .choice(let forms) where !isEmpty && forms.count == 1 && page.fails(before: forms[0]): return .deadEnd
        case .handOn(let form):
            guard let own = answers.user, isForAnother(form, on: page) else { return meaning }
            guard let other = page.wayToOtherUser(than: own), other.pressed.0.isLink else { return .choice([form]) }
            return .handOn(other.pressed.0)
        default: return meaning
        }
    }

    /// Returns whether the button of a form names a user, and neither it nor the page the one who signs in.
    private func isForAnother(_ form: LoginForm, on page: Page) -> Bool {
        guard let label = form.goingOn?.label, answers.user != nil else { return false }
        let hasAddress = Words.leadsIn(label) && label.contains("@") && !label.contains { "*•…".contains($0) }
        return (Words.nameUser(label) || hasAddress) && !names(label + page.text)
    }

    /// Returns whether a text names the user who signs in.
    private func names(_ text: String) -> Bool {
        (answers.user ?? user).map { text.lowercased().contains($0.lowercased().prefix { $0 != "@" }) } ?? false
    }

    /// Returns the form, with its box for passwords as one for what the page asks for after the password, a code or another answer:
    /// portals of VPNs show each question of a RADIUS server so (RFC 2865, section 4.4).
    func reading(_ form: LoginForm, on page: Page?, at origin: Origin) -> LoginForm {
        let roles = form.roles
        guard [[.password], [.other]].contains(roles.compactMap(\.self)), postedPassword.contains(origin),
            sent[form.signature(at: origin)] == nil, let page,
            let index = form.fields.firstIndex(where: { $0.isTyped && $0.kind == .password })
        else { return form }
        var (code, answer) = (form, form)
        code.fields[index].autocomplete = "one-time-code"
        answer.fields[index].isAnswer = true
        if let known = [code, answer].first(where: { sent[$0.signature(at: origin)] != nil }) { return known }
        guard page.complaint == nil else { return form }
        return Words.askForCode(page.ownText) ? code : form.fields[index].asksForOtherThanPassword ? answer : form
    }

    /// Returns the way that leaves out what a page wants to know, if that is no part of a login, and the options do not give it.
    func putOff(_ meaning: PageClassifier, of page: Page, at origin: Origin) throws(FedauthError) -> LoginForm? {
        let form: LoginForm
        switch meaning {
        case .login(let login): form = login
        case .choice(let forms) where forms.count == 1: form = forms[0]
        default: return nil
        }
        guard form.roles.allSatisfy({ $0 == nil || $0 == .other }) else { return nil }
        // Of ways to prove who the user is, one may be given, or none is chosen.
        let isOffer =
            form.openRadios.contains(where: \.isChecked)
            && answers.knownWays(among: form.ways, hasTypedPassword: hasSentPassword, isAnswered: !isEmpty).isEmpty
        let asked = form.fields.filter { $0.isTyped || isOffer && $0.kind == .radio }
        guard !asked.isEmpty else { return nil }
        for field in asked where try answers.preset(for: field, sentTo: [origin]) != nil { return nil }
        return page.skip(besides: form, overRadios: isOffer)
    }

    /// Records a page that leads on by itself after a form was sent: it may say what the server thinks of that.
    mutating func passes(_ page: Page) {
        if page.isBrief { saidOnTheWay = page.complaint ?? page.text.folded(to: 300) }
    }

    /// Records a page that is passed by a form or a link after a login form was sent, if it says that something went wrong.
    mutating func passes(_ page: Page, before form: LoginForm) {
        let words = page.complaint ?? page.text
        guard !isEmpty, !form.carriesProtocolMessage,
            Words.tellOfFault(words)
                || [Words.failures, Words.refusing].contains(where: { Words.occur($0, in: [words]) })
        else { return }
        passes(page)
    }

    /// Forgets the form that was filled last, because it was not sent.
    mutating func takeBack() { sent = sentBefore }

    /// Checks whether the form has come back. `mayBeWrongName`: a hint may say that the user name was wrong.
    /// `isOldForm`: its address says that what was sent came without its cookie, or too late. Throws `refused` when it
    /// was refused and there is no other answer, and `redirect-loop` when it was accepted, and the service does not
    /// keep the session.
    mutating func inspect(
        _ form: LoginForm, on page: Page?, at origin: Origin, with jar: CookieJar, status: Int = 200,
        mayBeWrongName: Bool = true, isOldForm: Bool = false
    ) throws(FedauthError) -> PresentedForm {
        let isProven = notesAcceptance(by: origin)
        let before = sent[form.signature(at: origin)] ?? renamed(form, on: page, at: origin)
        // The login begins again: what a later page asked for is refused with it.
        let later = sent.filter { _, sent in
            before.map { $0.number < sent.number } == true && sent.passed.count == answersPassed.count
        }
        let complaint = page?.complaint(after: before?.page)
        // The login of a service that has had the answer of a provider is how it says why that does not help.
        let provider = before == nil ? postedPassword.first { $0 != origin && isFollowedByAnswer($0) } : nil
        if let complaint, provider != nil {
            throw FedauthError(
                .refused, "'\(origin.hostAndPort)' does not take the sign-in of the provider: \(complaint)",
                hint: "the provider has taken the password; ask the operator of '\(origin.host)'")
        }
        let words =
            complaint ?? before?.page.flatMap { page?.text.addition(to: $0.text) } ?? saidOnTheWay
            ?? page?.saidByScripts(after: before?.page)
        // A server that leads on to what was asked for has taken what was sent, or looks there first.
        let isTaken =
            before.map { sent in
                answersPassed.reached.dropFirst(sent.passed.reached.count).contains { $0 != sent.passed.last }
            } ?? false
        let own = Set(form.roles.compactMap(\.self))
        // The login may begin again, as forbidden as it was at first, because the session is lost.
        let isBegin = isOldForm || isTaken || !later.isEmpty || status == 403
        var refusal = LoginRefusal(
            origin: origin, roles: later.values.reduce(own) { $0.union($1.roles) },
            complaint: words ?? page?.complaint
                ?? (isTaken ? "it led on to what was asked for, and back to the login" : "the login form came back"),
            user: user,
            hint: isTaken
                ? Self.lostSession
                : mayBeWrongName
                    ? form.hint(for: user, saying: words) { answers.wasTaken($0, at: origin) } : nil,
            blame: codeAsked.contains(origin)
                ? own.contains(.password) && page?.blamesCode != true ? .other : .none
                : Self.blame(page, saying: words, status: status, isOld: isBegin))
        if own.isDisjoint(with: [.userName, .password]), postedPassword.contains(origin) {
            codeAsked.insert(origin)
        }
        let meaning = meaning(
            of: complaint == nil ? sent[form.question(at: origin)] ?? renamed(form, on: page, at: origin) : before,
            saysError: complaint != nil, at: origin, with: jar)
        if isProven, meaning != .new { throw answersPassed.lostSession(at: origin, jar, saying: saidOnTheWay) }
        if meaning == .unclear && refusal.blame == .password || page?.refusesAfterFault(unlike: before?.page) == true {
            refusal.blame = .unknown
        }
        if meaning != .new {
            if own.contains(.password), !own.contains(.oneTimeCode), let words, Words.askForCode(words) {
                throw FedauthError(
                    .inputNeeded,
                    "'\(origin.hostAndPort)' asks for a code in the form of the password: \(words.folded(to: 160))",
                    hint: "a code can be typed in a browser's window; the password was not refused")
            }
            isRefused = true
            try answers.reject(refusal)
            for name in later.keys { sent[name] = nil }
        }
        // A page of somebody who is signed in asks for the password once more, before what only its owner may do.
        let isConfirmed =
            meaning == .new && own.contains(.password) && postedPassword.contains(origin) && page?.complaint == nil
            && page?.offersToLeave == true
        let isFurther = isConfirmed ? confirmed.insert(origin).inserted || isProven : isProven
        return PresentedForm(
            page: page, origin: origin, jar: jar, meaning: meaning, refusal: refusal, isFurther: isFurther,
            provider: own.isSuperset(of: [.userName, .password]) ? provider : nil)
    }

    private static let lostSession =
        "the password may be right, and the service not keep its session: '--trace FILE' shows its cookies"

    /// Returns the form for a code that was filled last, if its server says that something was wrong and has another one: it chooses
    /// the names, and a code is new each time.
    private func renamed(_ form: LoginForm, on page: Page?, at origin: Origin) -> Sent? {
        guard form.roles.compactMap(\.self) == [.oneTimeCode], let page,
            let last = sent.values.first(where: { $0.number == count && $0.roles.contains(.oneTimeCode) }),
            last.receivers.contains(origin),
            let words = page.complaint(after: last.page) ?? last.page.flatMap({ page.text.addition(to: $0.text) })
        else { return nil }
        return Words.occur(Words.wrong, in: [words]) ? last : nil
    }

    /// Returns what it means that a form is there now. The server may show progress by leading on to another one with a cookie that
    /// it had not set when the form was sent; either alone is none.
    private func meaning(of sent: Sent?, saysError: Bool, at server: Origin, with jar: CookieJar) -> Meaning {
        guard let sent else { return .new }
        let hasLeft = answersPassed.trail.dropFirst(sent.passed.trail.count).contains { !sent.receivers.contains($0) }
        return hasLeft && !saysError && !jar.names(setBy: server).isSubset(of: sent.cookies) ? .unclear : .refused
    }

    /// Returns what a page that follows a login form says about the password in it; `words` are new on it, nil when
    /// that is not known.
    static func blame(
        _ page: Page?, saying words: String? = nil, status: Int, isOld: Bool = false
    ) -> LoginRefusal.Blame {
        // A server that has had enough may count what it does not look at.
        if status == 423 || status == 429 { return .other }
        guard AnswerMeaning.Failure(status: status) != .fault else { return .none }
        // The password beside it may be wrong, too, and the server count both.
        if page?.blamesCode == true { return .other }
        if let words {
            let blame = Words.blame(words)
            // What is forbidden may be something else.
            return status == 403 && blame == .password && !Words.refusePassword(words)
                ? .unknown : blame
        }
        if page?.tellsOfTrouble == true { return .other }
        // A script may show the words, or may have had to fill in what was sent.
        return page?.hasScripts == true || isOld ? .unknown : .password
    }

    /// Reports that the sign-in ends, if that may be because of the password: a server refuses the login form that was
    /// filled last, or another page ends it, such as one of the service, before an answer of a provider has passed.
    /// `last`: that form, and the servers that got it; nil when the walk has gone on from its answer. `document`: nil
    /// when the error is about no page, such as the end of the wait for the answer.
    func end(
        _ last: (form: LoginForm, receivers: Set<Origin>)?, at document: Document?, by error: FedauthError
    ) throws(FedauthError) {
        guard !isRefused, let server = postedPassword.first(where: { answersBefore[$0] == answersPassed.count }) else {
            return
        }
        // Who is asked for a new password has given the right one.
        if case .needsBrowser(.newPassword)? = document?.page?.meaning { return }
        var refusal = LoginRefusal(
            origin: server, roles: [.password], complaint: error.message, user: verifiedUser,
            blame: document?.blame ?? .other)
        guard refusal.blame != .none else { return }
        if codeAsked.contains(server), document?.page?.blamesCode == true { return }
        // An answer to the form that leads nowhere may be a refusal, too: a status, a script, a few words in JSON.
        if let last, let document, last.receivers.contains(document.url.origin),
            error.code == .refused || !document.isReachedByGET && [.badAnswer, .noPresenter].contains(error.code)
        {
            (refusal.origin, refusal.roles) = (document.url.origin, Set(last.form.roles.compactMap(\.self)))
            if error.code != .refused, refusal.blame == .password { refusal.blame = .unknown }
        } else {
            // Many servers let a wrong password wait: the wait for the answer to the form may end before it.
            let isUnanswered = error.endsWait && document == nil
            guard isUnanswered || [.refused, .badAnswer].contains(error.code),
                !Words.tellOfFault(document?.words ?? "")
            else { return }
            refusal.blame = .other
        }
        try answers.end(by: refusal)
    }

    /// Returns whether a server has accepted what was sent: its answer went to another server afterwards.
    private mutating func notesAcceptance(by origin: Origin) -> Bool {
        if isFollowedByAnswer(origin), answersPassed.receiver != origin { proven.insert(origin) }
        return proven.contains(origin)
    }

    /// Whether an answer of a provider has passed since a form was sent to this server.
    private func isFollowedByAnswer(_ origin: Origin) -> Bool {
        answersBefore[origin].map { answersPassed.count > $0 } == true
    }

    /// Returns a login form with the boxes, radio buttons and lists that the options set, and the user among those whom it lists.
    /// Throws `input-needed` for one that it does not offer.
    func settled(_ form: LoginForm, sentTo origins: Set<Origin>) throws(FedauthError) -> LoginForm {
        let form = try answers.settings(of: form, sentTo: origins)
        guard let user = answers.user, form.asksOnlyForPassword else { return form }
        for field in form.fields where field.isSetting && field.tellsUser && field.kind != .checkbox {
            guard try answers.preset(for: field, sentTo: origins) == nil else { return form }
        }
        return try form.choosing(user)
    }

    /// A page has few fields for a user; each is looked for in its text.
    private static let searchedUsers = 8

    /// Returns the user for whom a page asks only for the password, if it is not the one who signs in: a name that was typed
    /// before may have led to another one, which its server knows it by.
    func otherUser(of form: LoginForm, on page: Page?) -> String? {
        guard user == nil, let own = answers.user, form.asksOnlyForPassword, let page else { return nil }
        let shown = page.text.lowercased()
        return form.fields.lazy.filter { !$0.isSetting && $0.tellsUser }.prefix(Self.searchedUsers)
            .compactMap { $0.fixedUser(onPageWith: shown) }.first { !$0.isUser(own) }
    }

    /// Returns the values of the fields to fill, by name. Records the form as posted, unless one is missing. `form`: as
    /// `settled` returns it. `missing`: receives `input-needed` for a value that only the user knows; nil: the user is
    /// asked. `encode`: converts a value to the character set of the form.
    mutating func values(
        for form: LoginForm, _ presented: PresentedForm, sendingTo target: Origin,
        missing: ((FedauthError) -> Void)? = nil, encode: (SharedSecret) -> SharedSecret
    ) throws(FedauthError) -> [String: SharedSecret] {
        let origin = presented.origin
        count += 1
        let submission = LoginQuestion.Submission(
            number: count, series: series, origins: [origin, target],
            refusal: presented.meaning == .new ? presented.refusal : nil, wasAccepted: presented.isFurther)
        var values: [String: SharedSecret] = [:]
        let typedCount = form.fields.count { $0.isTyped && !$0.isSearch }
        let hasOnlyQuestions = form.roles.allSatisfy { $0 == nil || $0 == .other }
        let questions = form.questions(on: presented.page, at: origin)
        let mayLeave = form.optionalFields(for: answers)
        let asksForRealm = form.fields.contains { $0.name.hasPrefix("HomeRealm") }
        var copies = form.fields.filter(form.copiesUserName).map(\.name)
        var isComplete = true
        for (field, role) in zip(form.fields, form.roles) where values[field.name] == nil && !field.name.isEmpty {
            guard let role, !field.isSearch,
                role != .other || field.mustBeFilled(isAlone: hasOnlyQuestions || typedCount == 1),
                !mayLeave(field, role)
            else {
                if !field.namesMethod, !field.isSetting,
                    let preset = try answers.preset(for: field, sentTo: [origin, target])
                {
                    values[field.name] = preset
                } else if field.isOpenList {
                    let error = field.wantsChoice(at: origin)
                    guard let missing else { throw error }
                    missing(error)
                    isComplete = false
                }
                continue
            }
            var wanted = questions(field, role, user ?? answers.user)
            wanted.submission = submission
            wanted.mayAsk = missing == nil
            let value: SharedSecret
            do throws(FedauthError) {
                value = try answers.answer(wanted)
                if role == .userName { try form.requireFit(of: value, in: field, at: origin) }
            } catch {
                guard error.code == .inputNeeded else { throw error }
                guard let missing else {
                    throw presented.provider.map { .ownLogin(of: origin, behind: $0, presented.page) } ?? error
                }
                missing(error)
                isComplete = false
                continue
            }
            switch role {
            case .userName:
                user = value.withBytes { String(decoding: $0, as: UTF8.self) }
                isUserRouted = asksForRealm
            // A page for a remembered user asks only for the password.
            case .password:
                user = user ?? answers.user
                isUserRouted = false
            case .oneTimeCode, .other: break
            }
            let encoded = encode(value)
            values[field.name] = encoded
            guard role == .userName else { continue }
            // Only the first user name fills the copies.
            for copy in copies where values[copy] == nil { values[copy] = encoded }
            copies = []
        }
        (sentBefore, saidOnTheWay, isRefused) = (sent, nil, false)
        guard isComplete else { return values }
        answersBefore[origin] = answersPassed.count
        let filled = Sent(
            number: count, page: presented.page, receivers: [origin, target],
            roles: Set(form.roles.compactMap(\.self)), passed: answersPassed,
            cookies: presented.jar.names(setBy: origin))
        if form.roles.contains(.password) { postedPassword.insert(origin) }
        for name in [form.signature(at: origin), form.question(at: origin)] { sent[name] = filled }
        return values
    }
}

extension FedauthError {
    /// Returns the error for a whole login that a service shows behind the one of its provider, in place of what it asks for.
    fileprivate static func ownLogin(of service: Origin, behind provider: Origin, _ page: Page?) -> FedauthError {
        FedauthError(
            .loop,
            "'\(provider.hostAndPort)' accepted the sign-in, but '\(service.hostAndPort)' shows a login of its own: "
                + (page?.ownText.folded(to: 160) ?? ""),
            hint: "nothing was sent there; its operator knows why, and a password of its own is asked for on a terminal"
        )
    }
}

extension CookieJar {
    fileprivate func names(setBy server: Origin) -> Set<String> {
        Set(cookies.filter { $0.setBy == server }.map(\.name))
    }
}

extension LoginForm {
    /// Identifies the same form when it comes back: its origin, and the names and purposes of typed fields. The path is not
    /// included, because a form may be shown again at the address that it posts to.
    func signature(at origin: Origin) -> String {
        ([origin.description, secondFactor ?? ""] + typedNames).joined(separator: "\n")
    }

    /// Frameworks give the fields of several pages one name.
    private var typedNames: [String] {
        fields.filter(\.isTyped).map { "\($0.name) \($0.role?.rawValue ?? "")" }
    }

    /// Identifies the same question: a second factor may ask for several codes in a row in one field.
    func question(at origin: Origin) -> String {
        guard secondFactor != nil else { return signature(at: origin) }
        return ([signature(at: origin), ""] + fields.filter(\.isTyped).map(\.label)).joined(separator: "\n")
    }

    /// Returns what identifies the question of each field; processes form and page once for all fields.
    func questions(
        on page: Page?, at origin: Origin
    ) -> (FormField, LoginQuestion.Role, _ user: String?) -> LoginQuestion {
        let isFactor = secondFactor != nil
        let instructions = page?.ownText.folded(to: 300)
        let asksForRealm = fields.contains { $0.name.hasPrefix("HomeRealm") }
        let sendsMail = sendsMail
        return { field, role, user in
            var question = LoginQuestion(origin: origin, role: role, field: field, user: user)
            // A box that hides what is typed stands for any question.
            let isVague = field.kind == .password && role != .password
            question.instructions = isFactor || isVague ? instructions : nil
            question.isHidden = isVague
            question.isDelivered = role == .oneTimeCode && page?.tellsOfDelivery(of: field) == true
            question.isChosen = role == .oneTimeCode && page?.wantsPIN(in: field) == true
            question.wantsAddress = role == .userName && (asksForRealm || field.kind == .email && sendsMail)
            return question
        }
    }
}

extension LoginForm {
    /// Whether it only takes a mail address, and its button says that a code or a link is sent there.
    var mailsProof: Bool {
        roles.compactMap(\.self) == [.userName]
            && (sendsMail
                || Words.occur(["request", "get ", "anforder", "demander", "solicit"], in: [goingOn?.label ?? ""]))
            && Words.occur(
                ["code", "link", "código", "codice", "lien", "enlace", "kod", "mail"], in: [goingOn?.label ?? ""])
    }

    /// Whether its only button has the server send something to the address that is typed: no browser sends it without one.
    fileprivate var sendsMail: Bool {
        fields.count(where: \.isTyped) == 1
            && Words.occur(
                ["send", "mail me", "sende", "envoyer", "enviar", "invia", "wyślij"], in: [goingOn?.label ?? ""])
    }

    /// Returns what tells whether a field beside the password may stay empty: a code that the page calls optional and that no option
    /// computes, or a mail address beside the user name, which is none. Processes the form once for all fields.
    fileprivate func optionalFields(for answers: any LoginAnswers) -> (FormField, LoginQuestion.Role) -> Bool {
        let roles = roles
        let names = zip(fields, roles).filter { $1 == .userName && $0.kind != .email }.map(\.0)
        let (hasPassword, isAddress) = (roles.contains(.password), answers.user?.contains("@") != false)
        return { field, role in
            guard !field.isRequired, hasPassword else { return false }
            switch role {
            case .oneTimeCode: return !answers.computesCodes && Words.occur(Words.optional, in: [field.label])
            case .userName where names.count > 1 || names.count == 1 && names[0] != field:
                return Words.occur(Words.optional, in: [field.label]) || field.kind == .email && !isAddress
            case .userName, .password, .other: return false
            }
        }
    }
}

extension FormField {
    /// Whether it is a list that a browser does not send before something is chosen.
    fileprivate var isOpenList: Bool {
        kind == .select && isRequired && !isInvisible && value.isEmpty && options.contains { !$0.value.isEmpty }
    }

    fileprivate func wantsChoice(at origin: Origin) -> FedauthError {
        let choices = options.filter { !$0.value.isEmpty }.prefix(10).map { "'\($0.text.folded(to: 60))'" }
        return FedauthError(
            .inputNeeded,
            "the login form of '\(origin.hostAndPort)' wants a choice for '\(name.folded(to: 60))': "
                + choices.joined(separator: ", "),
            hint: "choose by '--field \(name.folded(to: 60))=text:VALUE'; nothing was sent")
    }

    /// Returns true for a field of unknown purpose that is required, secret, or the only one to type into.
    fileprivate func mustBeFilled(isAlone: Bool) -> Bool {
        value.isEmpty && (isRequired || isAlone || kind == .password)
    }
}
