/// The purpose of a visible field: from its type and `autocomplete` first, then from its names and label; never from
/// its position in the page of a known product.
extension FormField {
    /// Whether the user types into this control.
    var isTyped: Bool {
        switch kind {
        case .text, .email, .telephone, .number, .password, .textarea: !name.isEmpty && !isInvisible && !isReadOnly
        default: false
        }
    }

    /// The role; nil for controls that are not filled in.
    var role: LoginQuestion.Role? {
        guard isTyped else { return nil }
        if autocomplete.contains("one-time-code") { return .oneTimeCode }
        if autocomplete.contains("password") { return .password }
        if isLabelledAsPasswordOnly { return .password }
        if kind == .password { return isSurelyCode || isCode && !isPassword ? .oneTimeCode : .password }
        if autocomplete.contains("username") || autocomplete == "email" || kind == .email { return .userName }
        if isSurelyCode { return .oneTimeCode }
        // Next to a name such as "token1", the label is more reliable.
        if isLabelled(Self.userLabels) && !isLabelled(Self.shortCodeLabels) { return .userName }
        if isCode { return .oneTimeCode }
        if mentions(Self.userPhrases) { return .userName }
        return isLabelledAsCodeOnly ? .oneTimeCode : .other
    }

    /// Whether a button leads to a page that asks for a value of this role.
    func asks(for role: LoginQuestion.Role) -> Bool {
        switch role {
        case .password: isLabelled(Self.passwordLabels)
        case .oneTimeCode: isLabelled(Self.surelyCodeLabels) || isLabelled(Self.codeLabels) || isLabelled(["passcode"])
        case .userName, .other: false
        }
    }

    /// Whether it is a code, whatever the field's type: the account's password must never be entered there.
    private var isSurelyCode: Bool {
        if mentions(Self.surelyCodes) || isLabelled(Self.surelyCodeLabels) { return true }
        if Words.stand(["pin"], in: [name, identifier]) && !isPassword { return true }
        return isLabelled(Self.codeLabels) && !isLabelled(Self.passwordLabels)
    }

    /// Whether a field of a rendered page is no password field, and its label says that it is one. Scripts change its type when
    /// it gets the focus.
    var isLabelledAsPasswordOnly: Bool {
        kind == .text && node != nil
            && Self.shortPasswordNames.contains(label.lowercased().filter { $0.isLetter || $0 == "'" })
    }

    /// Whether it is a sign-in code, and not another code such as a voucher or a postcode.
    private var isCode: Bool { mentions(Self.codePhrases) && !mentions(Self.otherCodes) }

    /// Whether the label is nothing but "Code", and the name does not say of what.
    private var isLabelledAsCodeOnly: Bool {
        !mentions(Self.otherCodes) && Self.shortCodeNames.contains(label.lowercased().filter(\.isLetter))
    }

    private var isPassword: Bool {
        isLabelled(Self.passwordLabels)
            || [name, identifier].contains { text in
                let text = text.lowercased()
                return text.contains("pass") && !text.contains("passcode") || text.contains("pwd")
            }
    }

    private func mentions(_ words: Phrases) -> Bool { Words.occur(words, in: [name, identifier]) }

    private func isLabelled(_ phrases: Phrases) -> Bool { Words.occur(phrases, in: [label]) }

    /// Whether it is a search box, on any page.
    var isSearch: Bool {
        guard kind == .text else { return false }
        let name = name.lowercased()
        return ["q", "query", "s"].contains(name) || name.contains("search")
            || identifier.lowercased().contains("search")
    }

    private static let shortCodeLabels: Phrases = ["code", "token"]
    private static let shortCodeNames: Set<String> = ["code", "token", "otp"]
    private static let shortPasswordNames: Set<String> = [
        "password", "yourpassword", "passwort", "kennwort", "motdepasse",
    ]
    private static let surelyCodes: Phrases = ["otp", "onetime", "one-time", "one_time", "passcode"]
    private static let otherCodes: Phrases = [
        "zip", "post", "country", "promo", "coupon", "discount", "voucher", "area", "lang", "csrf",
    ]
    private static let codePhrases: Phrases = [
        "otp", "totp", "passcode", "code", "token", "mfa", "2fa", "challenge", "oath",
    ]
    private static let userPhrases: Phrases = [
        "user", "login", "email", "mail", "account", "uid", "upn", "ident", "name",
    ]

    private static let surelyCodeLabels: Phrases = [
        "one-time", "one time", "onetime", "einmal", "passcode", "à usage unique",
    ]
    private static let codeLabels: Phrases = [
        "verification code", "security code", "authentication code", "authenticator", "token code", "tokencode",
        "sms code", "6-digit", "six-digit", "bestätigungscode", "sicherheitscode",
    ]
    private static let passwordLabels: Phrases = ["password", "passwort", "kennwort", "mot de passe"]
    private static let userLabels: Phrases = [
        "user name", "username", "user id", "userid", "e-mail", "email", "benutzer", "anmeldename", "utilisateur",
        "usuario", "ユーザ",
    ]
}

extension LoginForm {
    /// The role of each field, in order; nil for those without typed input. If no field is marked as a user name, the
    /// text field before the password is, as in browsers' password managers.
    var roles: [LoginQuestion.Role?] {
        var roles = fields.map(\.role)
        // The account's password was entered earlier; vendors name their fields in ways that cannot be guessed.
        if secondFactor != nil { return roles.map { $0.map { $0 == .userName ? .userName : .oneTimeCode } } }
        guard !roles.contains(.userName), let password = roles.firstIndex(of: .password),
            let user = fields[..<password].lastIndex(where: { $0.isTyped && $0.kind != .textarea })
        else { return roles }
        for index in fields.indices where roles[index] == .other && fields[index] == fields[user] {
            roles[index] = .userName
        }
        return roles
    }

    /// Returns whether it is a hidden field into which a script copies the user name of the visible one.
    func copiesUserName(_ field: FormField) -> Bool {
        field.kind == .hidden && field.value.isEmpty
            && ["username", "user", "userid", "login", "j_username"].contains(field.name.lowercased())
    }
}
