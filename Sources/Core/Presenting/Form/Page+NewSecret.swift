/// Pages that make a new secret of the account: what fedauth has is not it, and a code of a key that exists would become it.
extension Page {
    /// Returns what a page wants to be made, if that is what the boxes of a form are for; nil for a login.
    func newSecret(by form: LoginForm) -> BrowserNeed? {
        let roles = form.roles
        let boxes = zip(form.fields, roles).filter { $1?.isSecret == true }.map(\.0)
        if boxes.count(where: \.isForPIN) > 1 || boxes.contains(where: { Words.makePIN($0.label) }) { return .newPIN }
        guard !boxes.isEmpty, !(roles.contains(.userName) && roles.contains(.password)) else { return nil }
        // Beside a user name or a label, these are words about another page.
        let isUnnamed = isBrief && boxes.allSatisfy(\.label.isEmpty)
        if !roles.contains(.userName), (announced + (isUnnamed ? sentences : [])).contains(where: Words.makePIN) {
            return .newPIN
        }
        guard roles.contains(.oneTimeCode), !roles.contains(.password) else { return nil }
        let isScanned = isBrief && Words.occur(Words.squares, in: sentences)
        return setsUpFactor || isScanned || form.fields.contains(where: \.isKeyOfCodes) ? .newFactor : nil
    }

    /// What its title and headings say.
    var announced: [String] { [title] + headings }

    /// Whether its title, or a heading, says that a way to prove who the user is will be added to the account.
    var setsUpFactor: Bool {
        announced.contains { Words.changeAccount($0) && Words.occur(Words.factors, in: [$0]) && !Words.leadsIn($0) }
    }

    /// Whether a box is for a PIN that the user has chosen, and not for a code that a device or program makes.
    func wantsPIN(in field: FormField) -> Bool {
        field.isForPIN
            && ![Words.generators, FormField.codeLabels, FormField.surelyCodeLabels, ["token"]].contains {
                Words.occur($0, in: [ownText])
            }
    }

    /// The sentences of what it says itself.
    var sentences: [String] { ownText.split { ".!?:;…。！？".contains($0) }.map(String.init) }
}

extension FormField {
    /// Whether its label, or the name of one without a label, says "PIN", and nothing of a code.
    fileprivate var isForPIN: Bool {
        Words.stand(["pin"], in: label.isEmpty ? [name, identifier] : [label])
            && !Words.occur(["code", "código", "codice", "token", "digit", "kod", "コード"], in: [label])
    }

    /// Whether it holds the key of which codes will be made.
    fileprivate var isKeyOfCodes: Bool {
        let letters = name.lowercased().filter(\.isLetter)
        let isNamed = ["otpsecret", "otpkey", "mfasecret", "secretkey"].contains { letters.contains($0) }
        return kind == .hidden && !value.isEmpty
            && (isNamed || value.withBytes { String(decoding: $0.prefix(10), as: UTF8.self) } == "otpauth://")
    }
}

extension Words {
    /// Returns whether a heading, or a label, says that a PIN is to be made.
    static func makePIN(_ text: String) -> Bool { stand(["pin"], in: [text]) && occur(making, in: [text]) }

    private static let making: Phrases = [
        "new ", "create", "choose a", "choose your", "set a", "set your", "set up", "neue", "festlegen", "vergeben",
        "erstell", "nouveau", "créez", "définir", "choisissez", "nuevo", "cree ", "elija", "novo", "escolha", "nuovo",
        "crea ", "scegli", "nieuw", "kies een", "nowy", "新しい", "設定",
    ]
    /// What makes codes, or is proven by them.
    static let factors: Phrases = ["authenti", "2fa", "mfa", "factor", "faktor", "facteur", "fattore", "2-step", "otp"]
    /// Pictures from which a program takes a new key.
    static let squares: Phrases = ["qr", "barcode", "bar code", "strichcode", "code-barres", "scan the code", "二维码"]
}
