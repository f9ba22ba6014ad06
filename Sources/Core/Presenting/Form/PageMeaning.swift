/// What a page wants next, as far as it can be done without scripts.
enum PageMeaning {
    /// A form that a browser would post by itself, or that only wants "continue".
    case handOn(LoginForm)
    /// A form for a person.
    case login(LoginForm)
    /// "Do you agree?"; the form and button that say yes.
    case consent(LoginForm, button: FormField?)
    /// Go on to, or ask again, after a delay.
    case refresh(MetaRefresh)
    /// Nothing to do here without a browser; the reason completes "the page … needs".
    case needsBrowser(String)
    /// Neither a form nor a way on.
    case deadEnd

    /// A form to fill, or a message of the protocol itself: worth going on from whatever the status is.
    var isForPerson: Bool {
        switch self {
        case .login: true
        case .handOn(let form): form.carriesProtocolMessage
        default: false
        }
    }
}

extension Page {
    /// Picks the form that matters among several, by what its fields are for.
    var meaning: PageMeaning {
        if let protocolForm = forms.first(where: \.carriesProtocolMessage) { return .handOn(protocolForm) }
        if let login = forms.filter({ $0.loginRank > 0 }).max(by: { $0.loginRank < $1.loginRank }) {
            // A form that is there, but which a CAPTCHA guards, cannot be answered.
            if obstacles.contains(.captcha) { return .needsBrowser(Obstacle.captcha.rawValue) }
            // Forms that change a password want the old one and a new one: nothing that a source can answer.
            if login.wantsNewPassword { return .needsBrowser("a new password to be chosen") }
            return .login(login)
        }
        if let obstacle = obstacles.min(by: { $0.rawValue < $1.rawValue }) { return .needsBrowser(obstacle.rawValue) }
        let plain = forms.filter(\.isPlain)
        if submitsItself, let form = plain.first { return .handOn(form) }
        if let refresh { return .refresh(refresh) }
        if let consent = Self.consent(among: plain) { return consent }
        if plain.count == 1, let form = plain.first { return .handOn(form) }
        if hasFrames && forms.isEmpty && errors.isEmpty { return .needsBrowser("frames") }
        return hasScripts && forms.isEmpty ? .needsBrowser("scripts") : .deadEnd
    }

    private static func consent(among forms: [LoginForm]) -> PageMeaning? {
        let buttons = forms.flatMap { form in form.submitButtons.map { (form: form, button: $0) } }
        let refusing = buttons.filter { $0.button.saysNo || $0.form.saysNo }
        let agreeing = buttons.filter { !($0.button.saysNo || $0.form.saysNo) }
        guard !refusing.isEmpty, let yes = agreeing.first(where: \.button.saysYes) ?? agreeing.first else { return nil }
        return .consent(yes.form, button: yes.button)
    }
}

extension LoginForm {
    /// Parameters that only travel in messages of federation protocols (SAML 2.0 bindings 3.5, WS-Federation 13.2).
    private static let messageNames: Set<String> = ["SAMLResponse", "SAMLRequest", "SAMLart", "wresult"]

    /// The value of a field, if it is there once.
    func field(named name: String) -> FormField? { fields.first { $0.name == name } }

    var carriesProtocolMessage: Bool {
        fields.contains { Self.messageNames.contains($0.name) && $0.kind == .hidden }
            && !fields.contains(where: \.isTyped)
    }

    fileprivate var wantsNewPassword: Bool {
        let passwords = fields.filter { $0.role == .password }
        return passwords.count > 1 || passwords.contains { $0.autocomplete.contains("new-password") }
    }

    /// How much this looks like the form that signs in; 0: not at all.
    fileprivate var loginRank: Int {
        let roles = fields.compactMap(\.role)
        if roles.contains(.password) { return 4 }
        if roles.contains(.oneTimeCode) { return 3 }
        if fields.contains(where: \.isSearch) { return 0 }
        if roles.contains(.userName) { return 2 }
        return roles.isEmpty ? 0 : 1
    }

    /// Nothing to type in.
    fileprivate var isPlain: Bool { !fields.contains(where: \.isTyped) }

    var submitButtons: [FormField] { fields.filter { $0.kind == .submit } }

    fileprivate var saysNo: Bool { Self.contains(Self.noWords, in: [identifier, name, action ?? ""]) }

    fileprivate static let noWords: Set<String> = [
        "no", "deny", "decline", "reject", "cancel", "disagree", "refuse", "abort", "nein", "ablehnen", "abbrechen",
        "noconsent", "logout",
    ]
    fileprivate static let yesWords: Set<String> = [
        "yes", "accept", "agree", "allow", "continue", "approve", "consent", "ok", "confirm", "proceed", "ja", "weiter",
        "zustimmen", "akzeptieren", "oui", "si",
    ]

    fileprivate static func contains(_ words: Set<String>, in texts: [String]) -> Bool {
        texts.contains { text in
            text.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }
}

extension FormField {
    private var buttonTexts: [String] { [name, identifier, label] }
    fileprivate var saysNo: Bool { LoginForm.contains(LoginForm.noWords, in: buttonTexts) }
    fileprivate var saysYes: Bool { LoginForm.contains(LoginForm.yesWords, in: buttonTexts) }
}
