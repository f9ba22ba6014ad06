import Application

/// The content that a request sends.
extension ContentSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "data", &data, "data",
            "Send this text unchanged; '@FILE' the content of a file, '@-' stdin. Repeated, the parts are joined by '&'.",
            short: "d", values: .any)
        list.option(
            "data-field", &fields, "name=value",
            "Send this field, encoded as a form's (application/x-www-form-urlencoded); NAME=@FILE the content of a file. "
                + "Repeat it for more fields.", values: .any)
        list.option(
            "form", &form, "name=value",
            "Send this part of a form with files (multipart/form-data); NAME=@FILE a file, NAME=@FILE;type=TYPE with its "
                + "type. Repeat it for more parts.", short: "F", values: .any)
        list.option(
            "data-json", &json, "text",
            "Send this JSON text, and accept JSON; '@FILE' the content of a file, '@-' stdin.", values: .any)
        list.option(
            "upload-file", &upload, "file", "Send this file by PUT; '-' is stdin.", short: "T", completion: .file)
    }

}
