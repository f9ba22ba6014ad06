import ArgumentParser
import Core
import Secrets

/// `fedauth store get`.
struct StoreGet: StoreCommand, Documented {
    static let examples = [
        Example("fedauth store get mail", "Print the value, exactly"),
        Example("fedauth store get ci/token -o token.txt", "Write it to a private file"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print one stored value.",
        discussion: """
            Exit status 10: there is no such entry, or its time is over. A locked store is never called empty: that is 12.

            \(examples.discussion)
            """)

    @Argument(help: ArgumentHelp("The entry's name.", valueName: "name"))
    var name: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file (private, whole or not at all); '-' is stdout.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Print it although its time is over.")
    var evenExpired = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    func run(in context: CommandContext) throws(FedauthError) {
        let store = try context.store(storage)
        guard let item = try store.get(name) else { throw StoreFailures.noEntry(name) }
        if let expires = item.entry.expires, item.entry.isExpired(at: context.clock.now), !evenExpired {
            throw FedauthError(
                .expired, "the entry '\(name.folded(to: 60))' is of no use since \(expires.iso8601)",
                hint: "'--even-expired' prints it all the same; 'fedauth store delete' removes it")
        }
        var content: Secret
        if global.json {
            content = Secret()
            SecretJSON.open(EntryReport(item.entry), to: &content)
            SecretJSON.member("valueBase64", Base64.encode(item.value), to: &content)
            content.append("}\n")
        } else {
            content = item.value.copy()
        }
        if let output, output != "-" {
            return try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: output) }
        }
        if !global.json && context.streams.stdoutIsTerminal { content.append("\n") }
        try context.streams.result(content)
    }
}
