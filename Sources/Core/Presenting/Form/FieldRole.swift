/// What a visible field of a login form is for: by its type and `autocomplete` first, then by its names and its label;
/// never by its place in a known product's page.
extension FormField {
    /// True for controls that a person types into.
    var isTyped: Bool {
        switch kind {
        case .text, .email, .telephone, .number, .password, .textarea: !name.isEmpty && !isInvisible && !isReadOnly
        default: false
        }
    }

    /// Nil for what nobody fills in.
    var role: LoginQuestion.Role? {
        guard isTyped else { return nil }
        if autocomplete.contains("one-time-code") { return .oneTimeCode }
        if autocomplete.contains("password") { return .password }
        if kind == .password { return isSurelyCode || isCode && !isPassword ? .oneTimeCode : .password }
        if autocomplete.contains("username") || autocomplete == "email" || kind == .email { return .userName }
        if isCode || isSurelyCode { return .oneTimeCode }
        if mentions(Self.userWords) { return .userName }
        return isLabelled(Self.userLabels) ? .userName : .other
    }

    /// Whatever the field's type: the account's password must never go into one of these.
    private var isSurelyCode: Bool {
        if mentions(Self.surelyCodes) || isLabelled(Self.surelyCodeLabels) { return true }
        if Words.stand(["pin"], in: [name, identifier]) && !isPassword { return true }
        return isLabelled(Self.codeLabels) && !isLabelled(["password", "passwort", "kennwort"])
    }

    /// A code, and not one of the codes that a shop or a post office wants.
    private var isCode: Bool { mentions(Self.codeWords) && !mentions(Self.otherCodes) }

    private var isPassword: Bool {
        [name, identifier].contains { text in
            let text = text.lowercased()
            return text.contains("pass") && !text.contains("passcode") || text.contains("pwd")
        }
    }

    private func mentions(_ words: [String]) -> Bool { Words.occur(words, in: [name, identifier]) }

    private func isLabelled(_ phrases: [String]) -> Bool { Words.occur(phrases, in: [label]) }

    /// A search box, whatever page it stands on.
    var isSearch: Bool {
        guard kind == .text else { return false }
        let name = name.lowercased()
        return ["q", "query", "s"].contains(name) || name.contains("search")
            || identifier.lowercased().contains("search")
    }

    private static let surelyCodes = ["otp", "onetime", "one-time", "one_time", "passcode"]
    private static let otherCodes = [
        "zip", "post", "country", "promo", "coupon", "discount", "voucher", "area", "lang", "csrf",
    ]
    private static let codeWords = ["otp", "totp", "passcode", "code", "token", "mfa", "2fa", "challenge", "oath"]
    private static let userWords = ["user", "login", "email", "mail", "account", "uid", "upn", "ident", "name"]

    private static let surelyCodeLabels = ["one-time", "one time", "onetime", "einmal", "passcode", "à usage unique"]
    private static let codeLabels = [
        "verification code", "security code", "authentication code", "authenticator", "token code", "tokencode",
        "sms code", "6-digit", "six-digit", "bestätigungscode", "sicherheitscode",
    ]
    private static let userLabels = [
        "user name", "username", "user id", "userid", "e-mail", "email", "benutzer", "anmeldename", "utilisateur",
        "usuario", "ユーザ",
    ]
}
