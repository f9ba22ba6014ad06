/// The page of AD FS that asks for user name and password.
extension LoginForm {
    /// Its form; `form#options` beside it names no way.
    var isFormsSignIn: Bool { way == Self.formsMethod }

    /// With the password shown. AD FS 2019 can ask for name and password one after the other; both are in one form, which is
    /// sent once, and a script shows the second when the first was typed.
    var withBothPages: LoginForm {
        guard isFormsSignIn else { return self }
        var form = self
        for index in fields.indices where fields[index].kind == .password { form.fields[index].isInvisible = false }
        return form
    }

    /// What to say of a name that the page's own script would not let through; nil where it would.
    func hint(for user: String?) -> String? {
        guard isFormsSignIn, let user, !user.contains(where: { $0 == "@" || $0 == "\\" }) else { return nil }
        return "this page wants the user name as DOMAIN\\USER or user@example.org, and was given "
            + "'\(user.folded(to: 60))'"
    }
}
