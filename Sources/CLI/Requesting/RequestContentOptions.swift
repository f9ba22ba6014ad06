import Application
import ArgumentParser

/// The content that a request sends.
struct RequestContentOptions: ParsableArguments {
    @Option(
        "data",
        "Send this text unchanged; '@FILE' the content of a file, '@-' stdin. Repeated, the parts are joined by '&'.",
        name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditionalSingleValue)
    var data: [String] = []

    @Option(
        "name=value",
        "Send this field, encoded as a form's (application/x-www-form-urlencoded); NAME=@FILE the content of a file. "
            + "Repeat it for more fields.", parsing: .unconditionalSingleValue)
    var dataField: [String] = []

    @Option(
        "name=value",
        "Send this part of a form with files (multipart/form-data); NAME=@FILE a file, NAME=@FILE;type=TYPE with its "
            + "type. Repeat it for more parts.",
        name: [.customShort("F", allowingJoined: true), .long], parsing: .unconditionalSingleValue)
    var form: [String] = []

    @Option(
        "text",
        "Send this JSON text, and accept JSON; '@FILE' the content of a file, '@-' stdin.", parsing: .unconditional)
    var dataJson: String?

    @Option(
        "file",
        "Send this file by PUT; '-' is stdin.",
        name: [.customShort("T", allowingJoined: true), .long], completion: .file())
    var uploadFile: String?

    var values: ContentSettings {
        var values = ContentSettings()
        values.data = data
        values.fields = dataField
        values.form = form
        values.json = dataJson
        values.upload = uploadFile
        return values
    }
}
