/// Further authentication of AD FS: every method of every vendor stands in a form with `AuthMethod`, which names the method,
/// and `Context`, which is AD FS's own and another one in each answer. What stands beside them is the vendor's.
extension LoginForm {
    /// The method's name; nil for every other form.
    var secondFactor: String? {
        guard field(named: "Context")?.kind == .hidden, let way, way != Self.formsMethod else { return nil }
        return way
    }

    /// The way of signing in that the form is for: `AuthMethod`, where it has a value.
    var way: String? {
        guard let field = field(named: Self.methodField), field.kind == .hidden, !field.value.isEmpty else {
            return nil
        }
        return field.value.withBytes { String(decoding: $0.prefix(100), as: UTF8.self).folded() }
    }

    /// `AuthMethod`.
    static let methodField = "AuthMethod"
    /// The method of user name and password.
    static let formsMethod = "FormsAuthentication"

    /// Only a script goes on with it: Duo's, which leads off the site or into a frame.
    var isLeftToScripts: Bool {
        if fields.contains(where: { $0.name == "adfs_auth_method" && $0.kind == .hidden }) { return true }
        return secondFactor?.lowercased().hasPrefix("duo") ?? false
    }
}

extension Page {
    /// What a page of further authentication wants, where nothing is to be typed; nil for every other page.
    var furtherAuthentication: PageMeaning? {
        if forms.contains(where: \.isLeftToScripts) { return .needsBrowser(.secondFactor) }
        guard let form = forms.first(where: { $0.secondFactor != nil }), !form.fields.contains(where: \.isTyped) else {
            return nil
        }
        if obstacles.contains(.webAuthn) { return .needsBrowser(.webAuthn) }
        if !frames.isEmpty { return .needsBrowser(.secondFactor) }
        if form.waysOn.count > 1 { return .choice([form]) }
        return .handOn(form)
    }

    /// The words by which a second factor that somebody is waited for is refused.
    var secondFactorRefusal: String? {
        if let complaint { return complaint }
        return Self.refusals.first { text.lowercased().contains($0) }.map { _ in text.folded(to: 300) }
    }

    /// Of adapters whose pages call nothing an error.
    private static let refusals = ["not authorized", "request expired", "request was denied", "request denied"]
}

extension FormField {
    /// Says which method its form is for: not to be filled by anybody.
    var namesMethod: Bool { name == LoginForm.methodField && kind == .hidden && !value.isEmpty }

    /// Is to say which method is wanted.
    var takesMethod: Bool { name == LoginForm.methodField && kind == .hidden && value.isEmpty }
}
