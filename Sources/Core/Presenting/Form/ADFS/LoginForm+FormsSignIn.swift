/// The page of AD FS for user name and password.
extension LoginForm {
    /// Whether this is its form; `form#options` on the same page names no method.
    var isFormsSignIn: Bool { way == Self.formsMethod }

    /// The form with a visible password field. AD FS 2019 can ask for name and password in two steps: both are in one
    /// form, which is sent once; a script shows the password field after the name.
    var withBothPages: LoginForm {
        guard isFormsSignIn else { return self }
        var form = self
        for index in fields.indices where fields[index].kind == .password { form.fields[index].isInvisible = false }
        return form
    }

    /// Returns a hint for a user name that the page's own script would reject; otherwise nil. A form that asks for a
    /// one-time code may have refused that. A name that the server has taken before is hinted at only if the page says so.
    func hint(for user: String?, saying words: String?, wasTaken: (String) -> Bool) -> String? {
        guard isFormsSignIn, !roles.contains(.oneTimeCode), let user,
            !user.contains(where: { $0 == "@" || $0 == "\\" }),
            words?.lowercased().contains("domain\\") == true || !wasTaken(user)
        else { return nil }
        return "this page wants the user name as DOMAIN\\USER or user@example.org, and was given "
            + "'\(user.folded(to: 60))'"
    }
}
