/// How a form's content stands for letters.
extension LoginForm {
    /// With its values as bytes of the form's own character set, in which its server reads them. Names of parameters
    /// are left alone: they are ASCII wherever people sign in.
    func encoded(by reader: any MarkupReader) -> LoginForm {
        guard charset != "utf-8" else { return self }
        var form = self
        for index in fields.indices {
            form.fields[index].value = reader.encode(fields[index].value, charset: charset)
        }
        return form
    }
}
