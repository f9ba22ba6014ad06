/// Additional authentication of AD FS. The method of every vendor has a form with `AuthMethod`, which names the method,
/// and `Context`, which belongs to AD FS and is new in each answer. The other fields are the vendor's.
extension LoginForm {
    /// The name of the method; nil for every other form.
    var secondFactor: String? {
        guard !isOfOtherPage, field(named: "Context")?.kind == .hidden, let way, way != Self.formsMethod else {
            return nil
        }
        return way
    }

    /// The sign-in method of the form: `AuthMethod`, if it has a value.
    var way: String? {
        guard let field = field(named: Self.methodField), field.kind == .hidden, !field.value.isEmpty else {
            return nil
        }
        return field.value.withBytes { String(decoding: $0.prefix(100), as: UTF8.self).folded() }
    }

    /// `AuthMethod`.
    static let methodField = "AuthMethod"
    /// The method for user name and password.
    static let formsMethod = "FormsAuthentication"

    /// Whether only a script can continue: Duo's, which leads to another site or into a frame.
    var isLeftToScripts: Bool {
        if fields.contains(where: { $0.name == "adfs_auth_method" && $0.kind == .hidden }) { return true }
        return secondFactor?.lowercased().hasPrefix("duo") ?? false
    }
}

extension Page {
    /// Returns whether a form of the page at `url` is sent to another page, which no form of AD FS is: what another user has written
    /// into a page may name its fields so.
    func leadsElsewhere(_ form: LoginForm, at url: WebURL) -> Bool {
        guard let target = target(of: form, by: nil, at: url), target.origin == url.origin else { return true }
        return target.path != url.path && ![target, url].allSatisfy { $0.path.lowercased().hasPrefix("/adfs/") }
    }

    /// What a page of additional authentication needs when there is nothing to type; nil for every other page.
    var furtherAuthentication: PageClassifier? {
        if forms.contains(where: \.isLeftToScripts) { return .needsBrowser(.secondFactor) }
        guard let form = forms.first(where: { $0.secondFactor != nil }), !form.fields.contains(where: \.isTyped) else {
            return nil
        }
        if obstacles.contains(.webAuthn) { return .needsBrowser(.webAuthn) }
        if !frames.isEmpty { return .needsBrowser(.secondFactor) }
        if form.waysOn.count > 1 || form.waysOn.contains(where: \.isNoStep) { return .choice([form]) }
        return .handOn(form)
    }

    /// The text with which a pending second factor is refused; otherwise nil.
    var secondFactorRefusal: String? {
        if let complaint { return complaint }
        return Self.refusals.first { text.lowercased().contains($0) }.map { _ in text.folded(to: 300) }
    }

    /// Texts of adapters whose pages do not mark errors.
    private static let refusals = ["not authorized", "request expired", "request was denied", "request denied"]
}

extension FormField {
    /// Names the method of its form; not to be filled in.
    var namesMethod: Bool { name == LoginForm.methodField && kind == .hidden && !value.isEmpty }
    /// Receives the name of the chosen method.
    var takesMethod: Bool { name == LoginForm.methodField && kind == .hidden && value.isEmpty }
}
