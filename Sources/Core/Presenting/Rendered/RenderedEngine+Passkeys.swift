/// Passkeys of the store, on pages that offer to use one.
extension RenderedEngine {
    /// Presses the page's button for a passkey when the store has one for the page and no password is given; nil when there
    /// is no such button, or it was pressed: then the page is treated like any other.
    func passkeyButton(on rendered: RenderedPage) -> RenderedAction? {
        let origin = rendered.url.origin
        guard hasPasskey(origin), !answers.givenRoles.contains(.password) else { return nil }
        if case .handOn(let form) = rendered.page.meaning, form.carriesProtocolMessage { return nil }
        let fields = rendered.page.forms.flatMap(\.fields)
        guard let button = fields.first(where: \.usesPasskey), let node = button.node,
            rendered.page.takesPasskey(by: button, isFirst: !isAnswered)
        else { return nil }
        let name = [origin.description, rendered.page.title, button.label].joined(separator: "\n")
        guard pressedPasskeys.insert(name).inserted else { return nil }
        reporter.detail(
            "fedauth presses '\(button.label.folded(to: 60))': the store has a passkey for '\(origin.host)'")
        return .press(node, settings: [])
    }

    /// Whether what a page asks a passkey for, by a script or a button, is a sign-in.
    public func allowsPasskey(on page: Page) -> Bool { page.takesPasskey(by: nil, isFirst: !isAnswered) }

    /// Whether a page speaks of passkeys and of little else, has no field, and does not wait for another device.
    public func asksForPasskey(_ page: Page) -> Bool {
        !page.isWaiting && page.text.utf8.count <= 400 && !page.forms.contains { $0.fields.contains(where: \.isTyped) }
            && Words.occur(Words.passkey, in: [page.title, page.text])
    }
}

extension FormField {
    /// Whether it is a button that signs in by a passkey, and not one that makes or explains passkeys.
    var usesPasskey: Bool {
        guard kind == .submit || kind == .inert, node != nil else { return false }
        return Words.namesPasskey(label)
    }
}

extension Words {
    /// Returns whether a button or a link with this text signs in by a passkey.
    static func namesPasskey(_ text: String) -> Bool {
        guard occur(passkey, in: [text]), !occur(notUsingPasskey, in: [text]), !isNoStep(text) else { return false }
        // What else is to be done with one has no list; what is said of using one does.
        return leadsIn(text)
            || text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.allSatisfy { word in
                let word = word.lowercased()
                return usingPasskey.contains(word) || occur(passkey, in: [word])
            }
    }

    /// The words of buttons that use a passkey.
    private static let usingPasskey: Set<String> = [
        "use", "using", "with", "a", "an", "the", "your", "my", "this", "continue", "verify", "authenticate", "or",
        "and", "by", "via", "try", "choose", "select", "insert", "touch", "tap", "another", "other", "saved", "stored",
        "existing", "different", "from", "device", "phone", "hardware", "pass", "key", "keys", "security", "usb", "nfc",
        "yubikey", "face", "id", "windows", "hello", "biometrics", "fingerprint", "instead", "proceed", "next", "go",
        "mit", "per", "einem", "einen", "ihrem", "verwenden", "nutzen", "benutzen", "fortfahren", "weiter", "avec",
        "utiliser", "une", "un", "votre", "clé", "d'accès", "d’accès", "de", "sécurité", "continuer", "con", "usar",
        "una", "llave", "continuar", "usa", "utilizza", "met", "een", "gebruiken", "gebruik", "com", "uma",
    ]

    /// Names of passkeys and security keys.
    static let passkey: Phrases = [
        "passkey", "pass key", "security key", "webauthn", "fido", "sicherheitsschlüssel", "hauptschlüssel",
        "clé d'accès", "clé de sécurité",
    ]
    /// Buttons about passkeys that do not sign in.
    private static let notUsingPasskey: Phrases = [
        "create", "add ", "register", "set up", "setup", "new ", "enrol", "learn", "what ", "manage", "delete",
        "remove", "skip", "not now", "without", "later", "lost", "erstellen", "hinzufügen", "einrichten",
        "registrieren", "verwalten", "ohne", "créer", "ajouter", "enregistrer", "sans ",
    ]
}
