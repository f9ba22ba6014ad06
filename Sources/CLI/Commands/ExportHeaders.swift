import Application
import Core

/// `fedauth export-headers`.
struct ExportHeaders: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth export-headers mail | curl -H @- https://service.example.org/": "Pass the fields to curl",
        "fedauth export-headers mail --format curl | curl -K - https://service.example.org/":
            "The same, with stdin in another format",
        "fedauth export-headers --json": "All fields as a JSON object, for another program",
    ]
    static let configuration = CommandConfiguration(
        commandName: "export-headers", abstract: "Print the header fields of a request with a session.",
        discussion: """
            These are Cookie, and Authorization where the session keeps a bearer token or signs in by Basic. \
            They are for the session's own address, or that of --url, and contain nothing of another host.
            """)

    var profile: String?
    var url: String?
    var format: HeaderFormat?
    var destination = OutputOptions()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.session(&profile)
        list.option("url", &url, "url", "The fields that a request to this address needs.", form: .address)
        list.option(
            "format", &format, "format",
            "The format: header (a line for each field, default), curl (a configuration for curl -K) or json.")
        list.group(&destination)
    }

    var profileWord: String? { profile }

    func run(in context: CommandContext) throws(FedauthError) {
        if context.global.json && (format ?? .json) != .json {
            throw FedauthError(.usage, "'--json' and another '--format' exclude each other", hint: "give one of them")
        }
        let text = try SessionExportFlow(context.services(NetworkSettings(), storage), of: profile)
            .headers(for: url, as: format ?? (context.global.json ? .json : .header))
        try destination.write(text, isOfServer: true, in: context)
    }
}
