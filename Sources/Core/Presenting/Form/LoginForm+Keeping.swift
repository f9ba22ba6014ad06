/// "Keep me signed in" and "trust this device".
extension LoginForm {
    /// Returns the form with every such box set as the user wants, whatever the page preselects: a remembered sign-in
    /// outlasts this session, and the user has not seen the page.
    func keepingSignedIn(_ isWanted: Bool) -> LoginForm {
        var form = self
        for index in fields.indices where fields[index].keepsSignedIn { form.fields[index].isChecked = isWanted }
        return form
    }
}

extension FormField {
    fileprivate var keepsSignedIn: Bool {
        kind == .checkbox
            && (Words.occur(Words.keeping, in: [name, identifier, label]) || Words.trustDevice(label) && !isRequired)
    }
}
