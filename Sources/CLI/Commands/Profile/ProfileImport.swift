import Application
import Configuration
import Core

/// `fedauth profile import`.
struct ProfileImport: Command, Documented {
    static let examples: Examples = [
        "fedauth profile import --name mobile discovery.json": "Make a profile from SAP's settings",
        "fedauth profile import --dry-run discovery.json": "Only show it",
    ]
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a profile from the settings of SAP's older mobile clients.",
        discussion: """
            These clients got a JSON document from a discovery service, with 'host', 'port', 'protocol' and \
            'auth'. Settings that a profile cannot have are named.
            """)

    var file = ""
    var name: String?
    var dryRun = false

    mutating func declare(_ list: OptionList) {
        list.argument("file", &file, "The file; '-' is stdin.", completion: .file)
        list.option("name", &name, "name", "The profile's name (default: the host).")
        list.flag("dry-run", &dryRun, "Change nothing: only print what would be added.")
    }

    static var readsConfiguration: Bool { false }

    private static let maximumBytes = 1 << 20

    func run(in context: CommandContext) throws(FedauthError) {
        let source = file == "-" ? "stdin" : file
        let content = try FileBytes.content(of: file, limit: Self.maximumBytes, until: context.clock.deadline())
        let value: JSONValue
        do throws(FedauthError) {
            value = try JSONReader.parse(content, of: "'\(source)'", failure: .usage)
        } catch {
            throw error.hinting(
                "it reads a configuration of SAP mobile services; docs/coming-from.md says what other programs' settings are here"
            )
        }
        let document = try DiscoveryDocument(value, name: source)
        let method = Profile.Setting(key: "method", values: [.text(MethodName.usual.name)])
        let profile = Profile(name: name ?? document.backend.host, settings: [method] + document.settings)
        guard Profile.isGood(name: profile.name) else {
            throw FedauthError(
                .usage, "'\(profile.name.folded(to: 60))' is not a name for a profile",
                hint: "give one by '--name NAME': letters, digits, '.', '_' and '-', 64 at most")
        }
        let target = context.configurationFile
        if dryRun {
            _ = try target.adding(profile, to: try target.text(isForEditing: true), ConfigurationValidator())
        } else {
            try target.add(profile, ConfigurationValidator())
        }
        try context.report(profile.json(), text: dryRun ? ConfigurationEdit.section(profile) : "")
        for member in document.leftOut { context.streams.note("not taken over: '\(member)'") }
        context.streams.note("\(dryRun ? "would add" : "added") '\(profile.name)' to \(target.path)")
    }
}
