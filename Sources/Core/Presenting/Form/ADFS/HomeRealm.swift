import Secrets

/// Home realm discovery: AD FS shows a list of the organisations that it trusts, asks for a mail address, or both.
struct HomeRealm {
    /// The form to send.
    let form: LoginForm
    /// The organisations to choose from.
    let realms: [FormField.Option]
    private let field: FormField

    /// Returns nil for a form with another purpose.
    init?(_ form: LoginForm) {
        self.form = form
        if let field = form.offeredField, field.name == Self.listField {
            self.field = field
            realms = form.offers
            return
        }
        // AD FS 2.0 uses a select element.
        guard let field = form.fields.first(where: { $0.kind == .select && $0.name.hasSuffix(Self.selectField) }) else {
            return nil
        }
        self.field = field
        realms = field.options
    }

    private static let listField = "HomeRealmSelection"
    private static let selectField = "PassiveIdentityProvidersDropDownList"

    /// The name of the field for `--field`.
    var fieldName: String { field.name }

    /// Whether the page also accepts a mail address.
    var takesAddress: Bool { form.fields.contains(where: \.isTyped) }

    /// Returns the form with `realm` chosen. Its other fields are not sent, as in the page's script.
    func choosing(_ realm: SharedSecret) -> LoginForm {
        var form = form
        if let index = form.fields.firstIndex(of: field) { form.fields[index].value = realm }
        return form
    }

    /// Returns the realm with this name or URI.
    func realm(named name: String) -> FormField.Option? {
        realms.first { $0.value == name } ?? realms.first { $0.text.lowercased() == name.lowercased() }
            ?? realms.first { $0.value.lowercased() == name.lowercased() }
    }

    /// The button to press; nil for a list of buttons, which send the form themselves.
    var button: FormField? { field.kind == .select ? form.goingOn : nil }
}

extension Page {
    /// The home realm choice of this page; nil on other pages.
    var homeRealm: HomeRealm? { forms.lazy.compactMap(HomeRealm.init).first }
}
