import Application
import ArgumentParser
import Core
import Secrets

/// `fedauth export-headers`.
struct ExportHeaders: Command, Documented {
    static let examples = [
        Example(
            "fedauth export-headers mail | curl -H @- https://service.example.org/", "Pass the fields to curl"),
        Example(
            "fedauth export-headers mail --format curl | curl -K - https://service.example.org/",
            "The same, with stdin in another format"),
        Example("fedauth export-headers --json", "All fields as a JSON object, for another program"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "export-headers", abstract: "Print the header fields of a request with a session.",
        discussion: """
            These are Cookie, and Authorization where the session keeps a bearer token or signs in by Basic. \
            They are for the session's own address, or that of --url, and contain nothing of another host.
            """)

    @Argument(
        help: ArgumentHelp("The profile or session, or its address (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @Option(help: ArgumentHelp("The fields that a request to this address needs.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The format: header (a line for each field, default), curl (a configuration for curl -K) or json.",
            valueName: "format"))
    var format: HeaderFormat?

    @OptionGroup var destination: OutputOptions

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] { [StoreOptions.self, GlobalOptions.self] }
    static var takesProfile: Bool { true }
    var profileWord: String? { profile }

    func run(in context: CommandContext) throws(FedauthError) {
        if global.json && (format ?? .json) != .json {
            throw FedauthError(.usage, "'--json' and another '--format' exclude each other", hint: "give one of them")
        }
        let now = context.clock.now
        let store = try context.store(storage)
        let session = try CurrentProfile(context).validSession(
            profile, in: try context.configuration(), store, at: now)
        let url = try url.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? session.url
        var fields = try session.headerFields(for: url, at: now)
        do throws(FedauthError) {
            if let field = try SessionAuthorization(store, clock: context.clock).field(of: session, for: url) {
                fields.append(field)
            }
        } catch {
            // The cookies may suffice without the Authorization field.
            guard error.code == .usage, !fields.isEmpty else { throw error }
            context.streams.warning(error.message)
        }
        guard !fields.isEmpty else {
            throw FedauthError(
                .notFound, "the session '\(session.name)' has nothing for '\(url.withoutQuery)'",
                hint: hint(session, url))
        }
        let text = (format ?? (global.json ? .json : .header)).text(fields, url: url, session, at: now)
        try destination.write(text, isOfServer: true, in: context)
    }

    private func hint(_ session: Session, _ url: WebURL) -> String {
        guard url.origin == session.url.origin else { return "it is for '\(session.url.origin)'" }
        return session.token.map { $0.kind != .bearer } ?? false
            ? "'fedauth token \(session.name)' prints its token, which goes into no field"
            : "its cookies are for other paths; 'fedauth export-cookies \(session.name) --all --format json' shows all"
    }
}
