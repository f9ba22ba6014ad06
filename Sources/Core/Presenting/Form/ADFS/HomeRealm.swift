import Secrets

/// The choice of the account's organisation: AD FS shows a list of the organisations that it trusts, asks for a mail address,
/// or both; discovery services show a list of identity providers.
struct HomeRealm {
    /// The form to send.
    let form: LoginForm
    /// The organisations to choose from.
    let realms: [FormField.Option]
    /// The field that receives the choice; nil for a list of buttons.
    private let field: FormField?
    /// The buttons of a list of buttons, with their forms; one for each of `realms`.
    private var buttons: [(form: LoginForm, button: FormField)] = []

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

    /// Creates the choice from a list of identity providers; nil for a form with another purpose.
    fileprivate init?(listIn form: LoginForm) {
        self.form = form
        guard let field = form.fields.first(where: \.listsProviders) else { return nil }
        self.field = field
        realms = Self.unique(field.options.filter { $0.value.isEntityID })
    }

    /// Creates the choice from the buttons of a page, as SimpleSAMLphp shows them; nil when there are none.
    fileprivate init?(buttonsOf page: Page) {
        var buttons: [(form: LoginForm, button: FormField)] = []
        var seen: Set<String> = []
        for form in page.forms {
            for button in form.submitButtons where button.name.hasPrefix(Self.buttonPrefix) {
                let name = String(button.name.dropFirst(Self.buttonPrefix.count))
                if name.isEntityID, seen.insert(name).inserted { buttons.append((form, button)) }
            }
        }
        guard let first = buttons.first else { return nil }
        form = first.form
        field = nil
        realms = buttons.map { button in
            FormField.Option(
                value: String(button.button.name.dropFirst(Self.buttonPrefix.count)), text: button.button.label)
        }
        self.buttons = buttons
    }

    private static let listField = "HomeRealmSelection"
    private static let selectField = "PassiveIdentityProvidersDropDownList"
    private static let buttonPrefix = "idp_"

    /// The name of the field for `--field`; nil for buttons.
    var fieldName: String? { field?.name }
    /// The button that sends what the field receives; nil for a list that sends the form itself.
    var button: FormField? { field?.kind == .select ? form.goingOn : nil }
    /// Whether it is a page of AD FS.
    var isOfADFS: Bool { field.map { $0.name == Self.listField || $0.name.hasSuffix(Self.selectField) } ?? false }
    /// Whether the page also accepts a mail address.
    var takesAddress: Bool { isOfADFS && form.fields.contains(where: \.isTyped) }

    /// Returns the form with `realm` chosen, and the button to press; none for a list that sends the form itself. Its other
    /// fields are not sent, as in the page's script.
    func choosing(_ realm: SharedSecret) -> (form: LoginForm, button: FormField?) {
        guard let field else {
            let index = realms.firstIndex { realm.equals($0.value) } ?? 0
            return (buttons[index].form, buttons[index].button)
        }
        var form = form
        if let index = form.fields.firstIndex(of: field) { form.fields[index].value = realm }
        return (form, button)
    }

    /// Returns the realm with this name or URI.
    func realm(named name: String) -> FormField.Option? {
        realms.first { $0.value == name } ?? realms.first { $0.text.lowercased() == name.lowercased() }
            ?? realms.first { $0.value.lowercased() == name.lowercased() }
    }

    private static func unique(_ options: [FormField.Option]) -> [FormField.Option] {
        var seen: Set<String> = []
        return options.filter { seen.insert($0.value).inserted }
    }
}

extension FormField {
    /// Whether it is a list of identity providers by their entity IDs.
    fileprivate var listsProviders: Bool {
        guard kind == .select, !name.isEmpty else { return false }
        let name = name.lowercased()
        let isNamed = name == "origin" || ["idp", "entityid", "provider", "wayf"].contains { name.contains($0) }
        return isNamed && options.contains { $0.value.isEntityID }
    }
}

extension String {
    /// Whether it can be an entity ID (SAML 2.0 core, 8.3.6): a URI.
    fileprivate var isEntityID: Bool {
        guard let colon = firstIndex(of: ":"), colon != startIndex, utf8.count <= 1024 else { return false }
        return self[..<colon].utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } && !contains(" ")
    }
}

extension Page {
    /// The home realm choice of this page; nil on other pages.
    var homeRealm: HomeRealm? {
        if let home = forms.lazy.compactMap({ HomeRealm($0) }).first { return home }
        // Beside a login form, other organisations are only an offer.
        guard !forms.contains(where: { $0.roles.contains(.password) }) else { return nil }
        return forms.lazy.compactMap { HomeRealm(listIn: $0) }.first ?? HomeRealm(buttonsOf: self)
    }
}
