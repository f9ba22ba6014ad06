import Application
import Core

/// `fedauth store search`.
struct StoreSearch: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store search 'ci/*'": "Entries by name",
        "fedauth store search --attribute 'host=*.example.org' --kind password": "Entries by what they are for",
    ]
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find entries by name, kind and attributes, without their values.",
        discussion: """
            In a pattern '*' stands for any text, '/' too, '?' for one character and '[…]' for one of several \
            (glob(7)). An entry must match all of them. Exit status 10: no entry matches.
            """)

    var pattern: String?
    var kind: String?
    var attribute: [String] = []
    var expired = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("pattern", &pattern, "A pattern for the name.", completion: .names(.entries))
        list.option("kind", &kind, "pattern", "A pattern for the kind.")
        list.option(
            "attribute", &attribute, "key=pattern", "An attribute, and a pattern for its value. Repeat it for more.")
        list.flag("expired", &expired, "Only expired entries.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let attributes = try EntryAttributes.parse(attribute).mapValues(NamePattern.init)
        let name = pattern.map(NamePattern.init)
        let kind = kind.map(NamePattern.init)
        let now = context.clock.now
        let entries = try context.store(storage).list().filter { entry in
            name?.fits(entry.name) ?? true && kind?.fits(entry.kind) ?? true
                && attributes.allSatisfy { key, wanted in entry.attributes[key].map(wanted.fits) ?? false }
                && (!expired || entry.isExpired(at: now))
        }
        guard !entries.isEmpty else {
            let isWord = pattern.map { word in !word.contains { "*?[".contains($0) } } ?? false
            throw FedauthError(
                .notFound, "no entry matches",
                hint: (isWord ? "a pattern is for the whole name: '*\((pattern ?? "").folded(to: 40))*'; " : "")
                    + "'fedauth store list' shows them all")
        }
        try context.report(.array(entries.map(\.json)), entries.table(now: now))
    }
}
