import Secrets

/// The state of a sign-in between pages: which forms were posted, the user, the last SAML response.
struct FormWalk {
    private let navigator: Navigator
    private let reader: any MarkupReader
    private let reporter: any Reporter
    let policy: NavigationPolicy
    private(set) var filling: FormFilling
    /// The user, if a server has verified the name.
    var verifiedUser: String? { filling.verifiedUser ?? navigator.credentials?.user }
    private(set) var samlResponse: SAMLResponse?
    /// The last SAML response as it was posted.
    private(set) var samlMessage: SharedSecret?
    /// The last WS-Federation answer that was forwarded.
    private(set) var federationAnswer: FinishAnswer?
    /// Whether a server accepted the user's Kerberos ticket.
    var usedTicket: Bool { navigator.integrated.isAccepted }
    /// Whether a step of a sign-in has happened.
    var isAnswered: Bool { hasProof || navigator.carriedSAML }
    /// Whether something has passed that tells who the user is.
    var hasProof: Bool {
        !filling.isEmpty || usedTicket || navigator.credentials?.isAccepted == true
            || samlResponse != nil || federationAnswer != nil || navigator.answersPassed.count > 0
    }
    /// Whether a login form was filled, and one with the password.
    var hasFilledBefore: Bool { !filling.isEmpty }
    var hasSentPassword: Bool { filling.hasSentPassword }
    /// The page in whose frame the walk is, until a form is sent there that leads out of it.
    private(set) var framing: Document?
    /// Whether what came last is the answer to a login form.
    var hasFilled: Bool { sent != nil }
    /// The login form that was sent last, and the servers that got it; nil once the walk has gone on from what followed it.
    private var sent: (form: LoginForm, receivers: Set<Origin>)?
    private var announced: Set<String> = []
    private var asked: Set<String> = []
    /// The additional authentication methods that were started.
    var factors: Set<String> = []
    /// The choices made on pages.
    var choices: Set<String> = []
    /// How often each page without input was answered, and the texts of these pages.
    var answered: [String: Int] = [:]
    var answeredTexts: Set<String> = []
    /// How often a protocol message was forwarded, by destination.
    var messages: [String: Int] = [:]
    /// The last page that offered a way without scripts, until that way leads to something.
    var scriptPage: Document?

    init(
        navigator: Navigator, reader: any MarkupReader, answers: any LoginAnswers, reporter: any Reporter,
        policy: NavigationPolicy
    ) {
        self.navigator = navigator
        self.reader = reader
        filling = FormFilling(answers)
        navigator.answerPasses = { answers.sends(isTaken: true) }
        self.reporter = reporter
        self.policy = policy
    }

    /// Posts a form that needs no input. `isSecret`: it has values from the options, which go where typed ones may go.
    mutating func handOn(
        _ form: LoginForm, button: FormField?, of document: Document, isSecret: Bool = false
    ) throws(FedauthError) -> Document {
        try requireNoSecretInAddress(form, button, on: document)
        let target = try target(of: form, in: document)
        if isSecret
            || document.page?.needsName(for: target.origin, at: document.url, policy, isAnswer: form.isAnswer) == true
        {
            try check(target, for: form, on: document, isSecret: isSecret)
        }
        if form.carriesProtocolMessage { try requireNoLoop(form, of: document) }
        if let page = document.page { filling.passes(page, before: form) }
        if let factor = form.secondFactor { factors.insert(factor) }
        let isSent = !form.carriesProtocolMessage || form.answersByButton
        let content = FormContent(form, answers: [:], button: isSent ? button : nil).finish()
        return try submit(form, content, of: document, isSecret: isSecret)
    }

    /// Fills a login form and posts it.
    mutating func fill(_ form: LoginForm, of document: Document) throws(FedauthError) -> Document {
        let origin = document.url.origin
        var form = filling.reading(form, on: document.page, at: origin)
        sent = nil
        // Behind a second factor, the user name was right.
        filling.answersPassed = navigator.answersPassed
        let presented = try filling.inspect(
            form, on: document.page, at: origin, with: jar, status: document.response.status,
            mayBeWrongName: factors.isEmpty, isOldForm: document.namesOldFormInAddress)
        let target = try target(of: form, in: document)
        try requireNoSecretInAddress(form, form.goingOn, on: document)
        try check(target, for: form, on: document, isSecret: true)
        form = try filling.settled(form, sentTo: [origin, target.origin])
        let values = try filling.values(for: form, presented, sendingTo: target.origin) { [reader] value in
            form.charset == "utf-8" ? value : reader.encode(value, charset: form.charset)
        }
        if let factor = form.secondFactor { factors.insert(factor) }
        let content = FormContent(form, answers: values, button: form.goingOn).finish()
        do throws(FedauthError) {
            let answer = try submit(form, content, of: document, isSecret: true)
            sent = (form, [origin, target.origin])
            return answer
        } catch {
            filling.answersPassed = navigator.answersPassed
            if error.endsWait { try filling.end(nil, at: nil, by: error) }
            throw error
        }
    }

    /// Posts a form that was chosen. A value from the options goes only where typed values may go; one that the page
    /// itself offered is no secret.
    mutating func choose(
        _ form: LoginForm, button: FormField?, of document: Document, isSecret: Bool = true
    ) throws(FedauthError) -> Document {
        let target = try target(of: form, in: document)
        if !form.isLink { try requireNoSecretInAddress(form, button, on: document) }
        // A link that the user has named by its label leads to whatever server it names, if it is the only one of this name.
        if !form.isLink
            || document.page?.needsName(for: target.origin, at: document.url, policy, wayNamed: button?.label ?? "")
                == true
        {
            try check(target, for: form, on: document, isSecret: isSecret)
        }
        if form.way == CertificateSignIn.method { navigator.isCertificateChosen = true }
        let content = FormContent(form, answers: [:], button: button).finish()
        return try submit(form, content, of: document, isSecret: isSecret)
    }

    /// Returns true the first time for each value.
    mutating func isFirstChoice(of value: String) -> Bool { choices.insert(value).inserted }

    /// Returns true the first time for each text of a waiting page.
    mutating func isFirstWait(at document: Document) -> Bool { announced.insert(document.page?.text ?? "").inserted }

    /// Returns true for a form of a waiting page that was posted before: such a page only polls.
    mutating func asksAgain(_ form: LoginForm, of document: Document) -> Bool {
        guard let page = document.page, page.isWaiting || form.secondFactor != nil, !form.carriesProtocolMessage else {
            return false
        }
        let names = form.fields.map(\.name) + [form.secondFactor ?? ""]
        let signature = ([document.url.origin.description, form.path] + names).joined(separator: "\n")
        return !asked.insert(signature).inserted
    }

    /// Follows a meta refresh.
    mutating func follow(_ refresh: MetaRefresh, of document: Document) throws(FedauthError) -> Document {
        if refresh.isForNoscript { scriptPage = document }
        if sent != nil, let page = document.page { filling.passes(page) }
        let source = "the page '\(document.name)'"
        let target = try refresh.target.map { (written) throws(FedauthError) in
            try document.resolve(written, by: source)
        }
        return try navigator.open(target ?? document.url, by: source)
    }

    /// Returns the frame of the page's own server that leads to a login, where frames are all that the page shows.
    func frameWithLogin(of document: Document, _ request: PresentationRequest) throws(FedauthError) -> WebURL? {
        for frame in document.page?.ownFrames(at: document.url) ?? [] {
            let isLogin = try WayAhead(navigator.requestStep).leadsToSignIn(
                from: frame, to: request.finish.url, jar, request.deadline
            ) { $0 == frame.origin }
            if isLogin { return frame }
        }
        return nil
    }

    /// Loads the page in a frame of the same server as if it were the whole page.
    mutating func enter(_ frame: WebURL, of document: Document) throws(FedauthError) -> Document {
        framing = framing ?? document
        return try navigator.open(frame, by: "the frame of '\(document.name)'")
    }

    /// Reports that the sign-in ends at a page.
    mutating func end(at document: Document, by error: FedauthError) throws(FedauthError) {
        filling.answersPassed = navigator.answersPassed
        try filling.end(sent, at: document, by: error)
    }

    /// Requests an address.
    mutating func open(_ url: WebURL, by source: String) throws(FedauthError) -> Document {
        try navigator.open(url, by: source)
    }

    /// Returns whether the user or a step of the sign-in has named the origin.
    func isNamed(_ origin: Origin) -> Bool { navigator.namedOrigins.contains(origin) || policy.permits(origin) }

    /// The cookies so far.
    var jar: CookieJar { navigator.jar }

    func target(of form: LoginForm, in document: Document) throws(FedauthError) -> WebURL {
        guard let action = form.action, !action.allSatisfy(\.isWhitespace) else { return document.url }
        return try document.resolve(action, by: "the form on '\(document.name)'")
    }

    /// Returns the servers that get what is put into a form: that of its page, and that of its target if this can be followed.
    func receivers(of form: LoginForm, in document: Document) -> Set<Origin> {
        Set([document.url.origin, (try? target(of: form, in: document))?.origin].compactMap(\.self))
    }

    private mutating func submit(
        _ form: LoginForm, _ content: SharedSecret, of document: Document, isSecret: Bool
    ) throws(FedauthError) -> Document {
        let url = try target(of: form, in: document)
        if isSecret || form.carriesProtocolMessage { framing = nil }
        sent = nil
        let source = "the \(form.isLink ? "link" : "form") on '\(document.name)'"
        if form.isLink { return try navigator.open(url, by: source) }
        if let message = form.field(named: "SAMLResponse") { try inspect(message.value) }
        if form.field(named: FederationMessage.parameter) != nil { federationAnswer = FinishAnswer(url, form: content) }
        try navigator.requireIdentity(at: url.origin, from: document.url.origin)
        if form.method == .get {
            // Forms sent with GET contain no secrets: see `check`.
            let query = content.withBytes { String(decoding: $0, as: UTF8.self) }
            // Read again, for the limit of an address: libcurl reports a longer one as lack of memory.
            let address = try document.resolve(url.with(path: url.path, query: query).description, by: source)
            return try navigator.open(address, by: source)
        }
        return try navigator.post(
            content, to: url, isSecret: isSecret, isMessage: form.carriesProtocolMessage, inParts: form.isMultipart,
            from: document.url.origin, by: source)
    }

    /// Throws `bad-answer` for a form that is sent in an address, which servers keep in their logs, with a secret of the user: by
    /// the purpose of a field, or because an option gives a secret for it.
    private func requireNoSecretInAddress(
        _ form: LoginForm, _ button: FormField?, on document: Document
    ) throws(FedauthError) {
        guard form.method == .get else { return }
        for (field, role) in zip(form.fields, form.roles) {
            let isSent = field.kind == .submit ? field == button : field.kind != .hidden
            let isSecret = role?.isSecret == true
            guard isSecret || isSent && filling.answers.hasSecret(for: field) else { continue }
            let secret = isSecret ? "the \(role?.rawValue ?? "")" : "the value of '\(field.name.folded(to: 60))'"
            throw FedauthError(
                .badAnswer, "the login form on '\(document.name)' would put \(secret) into the address",
                hint: "nothing was sent; this page is broken or not what it claims to be")
        }
    }

    /// Decides whether the user's input may be sent to `target`. `isSecret`: whether it is, or may be, a secret. That
    /// the sign-in begins or ends at a server is not enough then: what is on its page may come from there.
    private func check(
        _ target: WebURL, for form: LoginForm, on document: Document, isSecret: Bool
    ) throws(FedauthError) {
        let from = document.url.origin
        // After a redirect from https, an http address of this machine may belong to another user.
        let isLoss = from.scheme == .https || navigator.wasEncrypted && !policy.allowsPlainHTTP
        guard target.scheme == .https || !isLoss else {
            throw FedauthError(
                .insecureAddress,
                "the login form on '\(document.name)' sends to '\(target.withoutQuery)', which is not encrypted",
                hint: "nothing was sent; tell the operator of '\(from.hostAndPort)'")
        }
        let isOnlyHome = isSecret && navigator.unledOrigins.contains(target.origin) && !policy.permits(target.origin)
        if target.origin != from, isOnlyHome || !isNamed(target.origin) {
            try filling.answers.allow(sendingFrom: from, to: target.origin)
        }
    }

    /// Reads a forwarded SAML response; a refusal is reported with the identity provider's message.
    private mutating func inspect(_ encoded: SharedSecret) throws(FedauthError) {
        guard let xml = Base64.decode(encoded), let response = try? reader.samlResponse(xml: xml) else {
            reporter.detail("the SAML response on its way cannot be read; it is handed on as it is")
            return
        }
        samlResponse = response
        samlMessage = encoded
        try response.requireSuccess()
    }
}
