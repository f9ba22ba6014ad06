import Secrets

/// Where an account is at home: AD FS shows the organisations that it trusts as a list, asks for a mail address, or both.
struct HomeRealm {
    /// What is sent.
    let form: LoginForm
    /// What is chosen from.
    let realms: [FormField.Option]
    private let field: FormField

    /// Nil for a form that is for something else.
    init?(_ form: LoginForm) {
        self.form = form
        if let field = form.offeredField, field.name == Self.listField {
            self.field = field
            realms = form.offers
            return
        }
        // AD FS 2.0 has a list to open.
        guard let field = form.fields.first(where: { $0.kind == .select && $0.name.hasSuffix(Self.selectField) }) else {
            return nil
        }
        self.field = field
        realms = field.options
    }

    private static let listField = "HomeRealmSelection"
    private static let selectField = "PassiveIdentityProvidersDropDownList"

    /// The name of the field that `--field` may fill.
    var fieldName: String { field.name }

    /// Whether a mail address is another answer.
    var takesAddress: Bool { form.fields.contains(where: \.isTyped) }

    /// The form with `realm` chosen. What else it asks for is not sent, as its script does not.
    func choosing(_ realm: SharedSecret) -> LoginForm {
        var form = form
        if let index = form.fields.firstIndex(of: field) { form.fields[index].value = realm }
        return form
    }

    /// The realm that is meant by its name or its URI.
    func realm(named name: String) -> FormField.Option? {
        realms.first { $0.value == name } ?? realms.first { $0.text.lowercased() == name.lowercased() }
            ?? realms.first { $0.value.lowercased() == name.lowercased() }
    }

    /// What to press: nothing in a list of things to press, which send themselves.
    var button: FormField? { field.kind == .select ? form.goingOn : nil }
}

extension Page {
    /// A question for the home realm; nil on other pages.
    var homeRealm: HomeRealm? { forms.lazy.compactMap(HomeRealm.init).first }
}
