/// The character encoding of a form's content.
extension LoginForm {
    /// Returns the form with its values encoded in the form's own character set, which its server expects. Names are
    /// unchanged, because they are ASCII in practice.
    func encoded(by reader: any MarkupReader) -> LoginForm {
        guard charset != "utf-8" else { return self }
        var form = self
        for index in fields.indices { form.fields[index].value = reader.encode(fields[index].value, charset: charset) }
        return form
    }
}
