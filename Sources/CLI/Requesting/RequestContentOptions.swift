import Application
import ArgumentParser

/// The content that a request sends.
struct RequestContentOptions: ParsableArguments {
    @Option(
        name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send this text unchanged; '@FILE' the content of a file, '@-' stdin. Repeated, the parts are joined by '&'.",
            valueName: "data"))
    var data: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send this field, encoded as a form's (application/x-www-form-urlencoded); NAME=@FILE the content of a file. "
                + "Repeat it for more fields.",
            valueName: "name=value"))
    var dataField: [String] = []

    @Option(
        name: [.customShort("F", allowingJoined: true), .long], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Send this part of a form with files (multipart/form-data); NAME=@FILE a file, NAME=@FILE;type=TYPE with its "
                + "type. Repeat it for more parts.",
            valueName: "name=value"))
    var form: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Send this JSON text, and accept JSON; '@FILE' the content of a file, '@-' stdin.", valueName: "text"))
    var dataJson: String?

    @Option(
        name: [.customShort("T", allowingJoined: true), .long],
        help: ArgumentHelp("Send this file by PUT; '-' is stdin.", valueName: "file"), completion: .file())
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
