import Application
import Testing

@testable import CLI

/// The commands that are made without the parser are those that the parser makes.
struct DirectCommandTests {
    private static let simple: [[String]] = [
        ["store", "get", "mail"], ["store", "get", "ci/token"], ["store", "get", "a b\u{e9}"],
        ["store", "get", "help"], ["store", "list"], ["store", "put", "mail"],
        ["export-cookies"], ["export-cookies", "mail"], ["export-cookies", "help"], ["credential", "get"],
        ["credential", "anything"], ["status"], ["status", "mail"],
    ]

    /// The parser drops the titles of groups, which only help shows.
    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text.split(separator: "\n").filter { !$0.contains("- title: ") }.joined(separator: "\n")
    }

    private func direct(_ words: [String], _ variables: [String: String] = [:]) -> (any Command)? {
        DirectCommand.command(words, Environment(values: variables))
    }

    @Test(arguments: simple) func theParserMakesTheSame(_ words: [String]) throws {
        let made = try #require(direct(words))
        let parsed = try Fedauth.parseAsRoot(words)
        #expect(Self.dumped(made) == Self.dumped(parsed))
    }

    /// Every command line of the manual: whatever is made directly is what the parser makes.
    @Test func theExamplesAreTheSame() throws {
        var found = 0
        for command in OptionTests.commands {
            for (line, _) in (command.type as? any Documented.Type)?.examples ?? [:] {
                let words = line.split(separator: " ").map(String.init)
                guard words.first == "fedauth", let made = direct(Array(words.dropFirst())) else { continue }
                #expect(Self.dumped(made) == Self.dumped(try Fedauth.parseAsRoot(Array(words.dropFirst()))))
                found += 1
            }
        }
        #expect(found > 0)
    }

    @Test(arguments: [
        ["store", "get"], ["store", "get", "a", "b"], ["store", "get", "-x"], ["store", "get", ""],
        ["store", "list", "a"], ["store", "put", "a", "b"], ["store", "put", "a", "--empty"],
        ["export-cookies", "a", "b"], ["export-cookies", "--all"], ["credential"], ["status", "--check"], ["--help"],
        [],
        ["status", "--"],
    ])
    func otherWordsAreForTheParser(_ words: [String]) {
        #expect(direct(words) == nil)
    }

    @Test func anOptionFromTheEnvironmentIsForTheParser() {
        #expect(direct(["store", "get", "a"], ["FEDAUTH_NO_CACHE": "1"]) == nil)
        #expect(direct(["store", "get", "a"], ["FEDAUTH_STORE": "no name"]) == nil)
        let made = direct(["store", "get", "a"], ["FEDAUTH_STORE": "file"]) as? StoreGet
        #expect(made?.storage.store == .file)
        #expect(direct(["store", "get", "a"], ["FEDAUTH_CACERT": "x", "FEDAUTH_COOKIES": "a=b"]) != nil)
        #expect(direct(["status"], ["FEDAUTH_CACERT": "x"]) == nil)
    }

    @Test func anOptionFromTheFileIsForTheParser() throws {
        let scene = try ConfigurationScene()
        let ready = try scene.prepare(["store", "get", "a"], "[defaults]\nno-cache = true\ncacert = '/x'\n")
        #expect((ready.command as? StoreGet)?.storage.noCache == true)
        let status = try scene.prepare(["status"])
        #expect((status.command as? Status)?.network.cacert == "/x")
    }

    @Test func theNamesAreThoseOfTheOptions() {
        let common = OptionNames([StoreOptions.self, GlobalOptions.self]).members.map(\.name)
        #expect(DirectCommand.common == common)
        #expect(DirectCommand.network == OptionNames([NetworkOptions.self]).members.map(\.name))
    }

    /// An option of a method that is missing here is added to the table.
    @Test func theTableOfSettingsHasAllOptions() {
        let expected = OptionNames(Settings.groups).members.filter { !Settings.excluded.contains($0.name) }
            .map { "(\"\($0.name)\", \($0.type).self)" }.sorted()
        let written = SettingTable.members.map { "(\"\($0.name)\", \($0.type).self)" }
        #expect(written == expected, "\(expected.joined(separator: ",\n"))")
    }
}
