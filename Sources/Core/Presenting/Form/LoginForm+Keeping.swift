/// "Keep me signed in" and "trust this device".
extension LoginForm {
    /// With every such box as the user wants it, whatever the page proposes: what is kept on a server's side outlasts
    /// this session, and nobody has read the page.
    func keepingSignedIn(_ isWanted: Bool) -> LoginForm {
        var form = self
        for index in fields.indices where fields[index].keepsSignedIn { form.fields[index].isChecked = isWanted }
        return form
    }
}

extension FormField {
    fileprivate var keepsSignedIn: Bool {
        kind == .checkbox && Words.occur(Words.keeping, in: [name, identifier, label])
    }
}
