/// The purpose of a visible field: from its type and `autocomplete` first, then from its names and label; never from
/// its position in the page of a known product.
extension FormField {
    /// Whether the user types into this control.
    var isTyped: Bool {
        switch kind {
        case .text, .email, .telephone, .number, .password, .textarea:
            !name.isEmpty && !isInvisible && !isReadOnly && !Words.keepsAway(label)
                && !Words.occur(["honeypot", "honey_pot", "honey-pot"], in: [name, identifier])
        default: false
        }
    }

    /// The role; nil for controls that are not filled in.
    var role: LoginQuestion.Role? {
        guard isTyped else { return nil }
        // A password has more than a character or two: some banks ask for single ones of it.
        if isAnswer || takesReserveCode || kind == .password && maximumLength.map({ $0 <= 2 }) == true { return .other }
        if autocomplete.contains("one-time-code") { return .oneTimeCode }
        if autocomplete.contains("password") { return .password }
        if isLabelledAsPasswordOnly { return .password }
        if kind == .password, takesBoth { return .password }
        if kind == .password { return isSurelyCode || isCode && !isPassword ? .oneTimeCode : .password }
        if autocomplete.contains("username") || autocomplete == "email" || kind == .email { return .userName }
        if isSurelyCode { return .oneTimeCode }
        // Next to a name such as "token1", the label is more reliable.
        if isLabelled(Self.userLabels) && !isLabelled(Self.shortCodeLabels) { return .userName }
        if isCode { return .oneTimeCode }
        if mentions(Self.userPhrases) { return isPersonal ? .other : .userName }
        return isLabelledAsCodeOnly || hasShapeOfCode ? .oneTimeCode : .other
    }

    /// Whether it takes a code that is not made again: each of a list is good once, and no generator knows it.
    private var takesReserveCode: Bool {
        mentions(Self.reserveNames) || isLabelled(Self.reserveLabels) && !isLabelled(["authenticator", " app"])
    }
    private static let reserveNames: Phrases = [
        "recoverycode", "recovery_code", "recovery-code", "backupcode", "backup_code", "backup-code", "user_code",
        "usercode", "bypasscode", "bypass_code",
    ]
    private static let reserveLabels: Phrases = [
        "recovery code", "recovery auth", "backup code", "static token", "bypass code", "voucher", "invitation code",
        "scratch code", "wiederherstellungscode", "ersatzcode", "code de secours", "code de récupération",
        "código de recuper", "código de respaldo", "codice di recupero", "codice di backup", "herstelcode",
        "kod zapasowy", "リカバリー", "回復コード", "恢复代码", "备用代码", "coupon", "promo code", "promotion", "discount code",
        "gift c", "gutschein", "rabattcode", "code promo", "código promoc", "codice promo", "codice sconto",
        "kortingscode", "kod rabat", "クーポン", "优惠",
    ]

    /// Whether its label says that it takes the password, alone or with a code behind it.
    private var takesBoth: Bool {
        let label = label.lowercased().filter { !$0.isWhitespace && $0 != "," }
        return !mentions(Self.surelyCodes) && Self.passwordAndMore.contains(where: label.hasPrefix)
    }
    private static let passwordAndMore = [
        "passwordor", "password+", "passwordfollowedby", "passwortoder", "passwort+", "kennwortoder", "kennwort+",
        "motdepasseou", "motdepasse+", "contraseñao", "contraseña+", "senhaou", "senha+", "wachtwoordof", "wachtwoord+",
        "hasłolub", "hasło+", "パスワードまたは", "パスワード+",
    ]

    /// Whether a field for a code may be one of a sign-in: it has one line, and no label that names another code.
    var mayTakeSignInCode: Bool { isTyped && kind != .textarea && !isLabelled(Self.otherCodes) }

    /// Whether such a field can be for nothing else.
    var surelyTakesCode: Bool { isSurelyCode || hasShapeOfCode }

    /// Whether a button leads to a page that asks for a value of this role.
    func asks(for role: LoginQuestion.Role) -> Bool {
        switch role {
        case .password: isLabelled(Self.passwordLabels) && !isLabelled(Self.surelyCodeLabels)
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

    /// Whether it is no password field, and its label, or the name of one without a label, says that it is one. Scripts change
    /// its type when it gets the focus.
    var isLabelledAsPasswordOnly: Bool {
        kind == .text
            && (label.isEmpty ? [name, identifier] : [label]).contains {
                Self.shortPasswordNames.contains($0.lowercased().filter { $0.isLetter || $0 == "'" })
            }
    }

    /// Whether it is a sign-in code, and not another code such as a voucher or a postcode.
    private var isCode: Bool { mentions(Self.codePhrases) && !mentions(Self.otherCodes) }

    /// Whether the label is nothing but "Code", and the name does not say of what.
    private var isLabelledAsCodeOnly: Bool {
        !mentions(Self.otherCodes) && Self.shortCodeNames.contains(label.lowercased().filter(\.isLetter))
    }

    /// Whether it takes six to eight digits, and its label says that they are a code, or shows only an example.
    private var hasShapeOfCode: Bool {
        guard let maximumLength, (6...8).contains(maximumLength),
            inputMode == "numeric" || kind == .number || kind == .telephone
        else { return false }
        return (isLabelled(Self.anyCodeLabels) || !label.contains(where: \.isLetter))
            && !Words.occur(Self.otherCodes, in: [name, identifier, label])
            && !Words.occur(Self.accountCodes, in: [name, identifier, label])
    }

    /// Whether it takes the name of a person or other data that no sign-in asks for (HTML, "autofill field name").
    var isPersonal: Bool {
        guard !Words.occur(["user", "login"], in: [name, identifier, label]) else { return false }
        let tokens = autocomplete.split(separator: " ")
        return tokens.contains { token in
            token == "name" || token == "bday" || token.hasPrefix("organization")
                || ["-name", "address", "street-", "postal-", "country", "cc-"].contains { token.contains($0) }
        }
    }

    private var isPassword: Bool {
        isLabelled(Self.passwordLabels)
            || [name, identifier].contains { text in
                let text = text.lowercased()
                return text.contains("pass") && !text.contains("passcode") || text.contains("pwd")
            }
    }

    /// Whether it asks something that only the user knows, "What is the name of your first pet?", and for no password.
    fileprivate var isQuestion: Bool { kind == .password && label.contains("?") && !isPassword && !isCode }

    /// Whether its label names something, and no password.
    var asksForOtherThanPassword: Bool { label.contains(where: \.isLetter) && !isLabelled(Self.passwordLabels) }

    private func mentions(_ words: Phrases) -> Bool { Words.occur(words, in: [name, identifier]) }

    private func isLabelled(_ phrases: Phrases) -> Bool { Words.occur(phrases, in: [label]) }

    /// Whether it is a search box, on any page.
    var isSearch: Bool {
        guard kind == .text else { return false }
        let name = name.lowercased()
        return ["q", "query", "s"].contains(name) || name.contains("search")
            || identifier.lowercased().contains("search")
    }

    private static let shortCodeLabels: Phrases = ["code", "token", "código", "codigo", "kod", "kód", "код"]
    private static let shortCodeNames: Set<String> = [
        "code", "token", "otp", "código", "codigo", "codice", "kod", "kode", "koodi", "kód", "код",
    ]
    private static let shortPasswordNames: Set<String> = [
        "password", "passwd", "pwd", "yourpassword", "passwort", "kennwort", "motdepasse", "contraseña", "senha",
        "palavrapasse", "wachtwoord", "hasło", "lösenord", "adgangskode", "passord", "salasana", "heslo", "parola",
    ]
    private static let surelyCodes: Phrases = ["otp", "onetime", "one-time", "one_time", "passcode"]
    private static let otherCodes: Phrases = [
        "zip", "post", "country", "promo", "coupon", "discount", "voucher", "area", "lang", "csrf",
    ]
    /// Codes that name a person or an account.
    private static let accountCodes: Phrases = [
        "client", "kunde", "klant", "utente", "user", "member", "account", "bank", "sort", "fiscal", "pass",
    ]
    private static let codePhrases: Phrases = [
        "otp", "totp", "passcode", "code", "token", "mfa", "2fa", "challenge", "oath",
    ]
    private static let userPhrases: Phrases = [
        "user", "login", "email", "mail", "account", "uid", "upn", "ident", "name",
    ]

    static let surelyCodeLabels: Phrases = [
        "one-time", "one time", "onetime", "einmal", "passcode", "à usage unique", "de un solo uso", "de uso único",
        "de uso unico", "monouso", "eenmalig", "jednoraz", "jednorázov", "engångs", "engangs", "kertakäyttö",
        "tek kullanımlık", "одноразов", "ワンタイム", "一次性", "일회용",
    ]
    /// Without the first letters where pages leave out the accents.
    static let codeLabels: Phrases = [
        "verification code", "security code", "authentication code", "authenticator", "token code", "tokencode", "totp",
        "2fa code", "2fa-code", "mfa code", "mfa-code", "two-factor code", "sms code", "6-digit", "six-digit",
        "code sent", "code we sent", "code that we sent", "code we have sent", "bestätigungscode", "sicherheitscode",
        "sms-code", "verifizierungscode", "authentifizierungscode", "prüfcode", "code de vérification",
        "code de verification", "code de sécurité", "code de securite", "code de validation", "code de confirmation",
        "code sms", "code d'authentification", "code d’authentification", "code envoyé", "digo de verific",
        "digo de segur", "digo de autent", "digo de confirma", "digo enviado", "digo sms", "codice di verifica",
        "codice di sicurezza", "codice di autenticazione", "codice di conferma", "codice inviato", "codice otp",
        "codice temporaneo", "codice sms", "verificatiecode", "beveiligingscode", "authenticatiecode",
        "bevestigingscode", "kod weryfikac", "kod bezpiecz", "kod uwierzyt", "kod autoryzac", "kod potwierdz",
        "kod sms", "kod z sms", "kod z aplikacji", "verifieringskod", "säkerhetskod", "bekræftelseskode",
        "sikkerhedskode", "bekreftelseskode", "sikkerhetskode", "vahvistuskoodi", "turvakoodi", "ověřovací kód",
        "bezpečnostní kód", "doğrulama kodu", "güvenlik kodu", "код подтверж", "код провер", "проверочный код", "確認コード",
        "認証コード", "短信验证码", "인증번호", "인증 코드",
    ]
    /// A code of some kind.
    private static let anyCodeLabels: Phrases = [
        "code", "código", "codigo", "codice", "kod", "kód", "koodi", "код", "コード", "验证码", "驗證碼", "코드",
        "digit", "ziffern",
    ]
    static let passwordLabels: Phrases = [
        "password", "passwort", "kennwort", "mot de passe", "contraseña", "senha", "palavra-passe", "wachtwoord",
        "hasło", "lösenord", "adgangskode", "passord", "salasana", "heslo", "parola", "şifre", "пароль", "パスワード", "密码",
        "密碼", "비밀번호", "jelszó", "geslo", "lozink", "clave", "mật khẩu", "รหัสผ่าน", "kata sandi", "κωδικ", "парол",
        "סיסמ", "كلمة المرور", "पासवर्ड",
    ]
    static let userLabels: Phrases = [
        "user name", "username", "user id", "userid", "e-mail", "email", "benutzer", "anmeldename", "utilisateur",
        "usuario", "usuário", "utente", "gebruiker", "użytkownik", "användarnamn", "brugernavn", "brukernavn",
        "käyttäjä", "uživatel", "kullanıcı", "логин", "имя пользователя", "ユーザ", "用户名", "사용자",
    ]
}

extension FormField {
    /// Whether it says that it takes a mail address, and nothing of a user.
    fileprivate var isOnlyForMail: Bool {
        (kind == .email || Words.occur(["mail"], in: [name, identifier, label]))
            && !Words.occur(["user", "login", "benutzer", "uid"], in: [name, identifier, label])
    }

    /// Whether it names the user, and nobody types into it: a list, radio buttons, or a field that the server has filled.
    var tellsUser: Bool {
        guard ![.submit, .inert, .file, .password, .textarea].contains(kind), !isTyped else { return false }
        let names = [name, identifier].map { $0.lowercased().filter(\.isLetter) }
        return names.contains { name in Self.userNames.contains(where: name.hasSuffix) }
            || isLabelled(Self.userLabels) || Self.userNames.contains(label.lowercased().filter(\.isLetter))
    }

    /// Returns the user whom the server has put into the field, and whom the page shows (its text in lower case); a
    /// value that it does not show may be a number, or the name of the form.
    func fixedUser(onPageWith shown: String) -> String? {
        let user = value.withBytes { String(decoding: $0.prefix(200), as: UTF8.self) }
        guard user.contains(where: \.isLetter) else { return nil }
        let isShown =
            isReadOnly && !isInvisible && kind != .hidden || shown.contains(user.lowercased())
        return isShown || user.contains("@") ? user : nil
    }

    private static let userNames: Set<String> = [
        "username", "user", "userid", "uid", "login", "loginname", "loginid", "email", "mail", "upn", "account",
        "accountname", "benutzer", "benutzername", "utilisateur", "usuario", "utente",
    ]
}

extension String {
    /// Returns whether it names this user: a domain counts only where both have one.
    func isUser(_ other: String) -> Bool {
        let (own, other) = (lowercased(), other.lowercased())
        func name(_ text: String) -> Substring {
            let rest = text.lastIndex(of: "\\").map { text[text.index(after: $0)...] } ?? text[...]
            return rest.prefix { $0 != "@" }
        }
        return own == other
            || name(own) == name(other) && (name(own).count == own.count || name(other).count == other.count)
    }
}

extension LoginForm {
    /// Whether it asks for the password of a user whom it knows, or lists.
    var asksOnlyForPassword: Bool { roles.contains(.password) && !roles.contains(.userName) }

    /// The role of each field, in order; nil for those without typed input. If no field is marked as a user name, the
    /// text field before the password is, as in browsers' password managers.
    var roles: [LoginQuestion.Role?] {
        var roles = fields.map(\.role)
        // The account's password was entered earlier; vendors name their fields in ways that cannot be guessed.
        if secondFactor != nil { return roles.map { $0.map { $0 == .userName ? .userName : .oneTimeCode } } }
        let passwords = zip(fields, roles).filter { $1 == .password }.map(\.0)
        if Self.areNumbered(passwords), let code = roles.lastIndex(of: .password) { roles[code] = .oneTimeCode }
        // A form with the data of an account has its name and address already.
        let typed = fields.filter(\.isTyped)
        if typed.count == 1, typed[0].isQuestion { return roles.map { $0.map { _ in .other } } }
        if typed.count > 2, typed.contains(where: { $0.role == .userName && !$0.value.isEmpty }),
            !roles.contains(.password), !roles.contains(.oneTimeCode)
        {
            return roles.map { $0.map { _ in .other } }
        }
        guard let password = roles.firstIndex(of: .password) else { return roles }
        if roles.count(where: { $0 == .userName }) > 1, let own = ownUser(among: roles, before: password) {
            let lastButton = goingOn.flatMap { fields.lastIndex(of: $0) } ?? password
            for index in fields.indices where roles[index] == .userName && index != own && !fields[index].isRequired {
                let isOfOtherPart =
                    lastButton > password && index > lastButton
                    || index < own && fields[index..<own].contains { $0.kind == .submit && !$0.isInvisible }
                if isOfOtherPart || fields[index].isOnlyForMail && !fields[own].isOnlyForMail { roles[index] = .other }
            }
        }
        guard !roles.contains(.userName),
            let user = fields[..<password].lastIndex(where: { $0.isTyped && $0.kind != .textarea })
        else { return roles }
        // The only box before a password is for the name, such as a "customer code".
        let isName = roles[user] == .oneTimeCode && !fields[user].surelyTakesCode
        for index in fields.indices where fields[index] == fields[user] && (roles[index] == .other || isName) {
            roles[index] = .userName
        }
        return roles
    }

    /// Returns the box for the name beside the password: the last one before it, but rather not one for a mail address.
    private func ownUser(among roles: [LoginQuestion.Role?], before password: Int) -> Int? {
        let users = fields[..<password].indices.filter { roles[$0] == .userName }
        return users.last { !fields[$0].isOnlyForMail } ?? users.last
    }

    /// Returns whether it is a hidden field into which a script copies the user name of the visible one.
    func copiesUserName(_ field: FormField) -> Bool {
        field.kind == .hidden && field.value.isEmpty
            && ["username", "user", "userid", "login", "j_username"].contains(field.name.lowercased())
    }
}
