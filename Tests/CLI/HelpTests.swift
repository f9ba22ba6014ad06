import Core
import Testing

@testable import CLI

struct HelpTests {
    private static let columns = TextColumns(width: 80)

    /// The commands that the help shows.
    static let paths = OptionTests.commands.filter { $0.type.configuration.shouldDisplay }.map(\.path)

    /// The end of the options ends no command.
    @Test(arguments: [[], ["store"]] as [[String]]) func theEndOfTheOptionsAloneShowsHelp(_ path: [String]) {
        let text = HelpRequest(words: path + ["--"]).text(columns: Self.columns)
        #expect(text != nil && text == HelpRequest(words: path).text(columns: Self.columns))
    }

    /// Help that is shown without the parser is help that the parser would show.
    @Test(arguments: [[], ["store"], ["store", "get"], ["store", "slot"], ["login"], ["export-cookies"], ["exec"]])
    func plainRequestsAreHelpForTheParserToo(_ path: [String]) throws {
        for words in [["help"] + path, path + ["--help"], path + ["-h"], path + ["--help-all"]] {
            #expect(HelpRequest(words: words).isPlain, "\(words)")
            #expect(throws: WordRequest.help, "\(words)") { try Invocation.parse(words) }
        }
    }

    @Test(arguments: [
        ["help", "store", "get", "--all"], ["help", "--all", "store", "get"], ["store", "get", "--help-all"],
        ["store", "get", "x", "--help-all"], ["help", "store", "get", "--help-all"],
    ])
    func allOptionsAreShownWhereTheyAreRequested(_ words: [String]) {
        let full = HelpPage(["store", "get"], columns: Self.columns, isFull: true).text
        #expect(HelpRequest(words: words).text(columns: Self.columns) == full)
        #expect(HelpRequest(words: words).mistake == nil)
    }

    @Test(arguments: [
        ["store", "get", "x"], ["status"], ["login", "--user", "--help"], ["login", "-qh"], ["help", "--version"],
        ["nosuch", "-h"],
        ["store", "get", "--help=x"], ["exec", "--", "ls", "--help"],
    ])
    func otherWordsAreNoPlainRequest(_ words: [String]) { #expect(!HelpRequest(words: words).isPlain) }

    @Test(arguments: paths)
    func theShortHelpFitsAScreenAndSaysWhereTheRestIs(_ path: [String]) throws {
        let page = HelpPage(path, columns: Self.columns)
        let lines = Self.lines(of: page)
        #expect(lines.count <= (path.isEmpty ? 41 : 32))
        #expect(page.mainOptions.count <= 12)
        for option in page.mainOptions {
            #expect(page.shortEntry(option).split(separator: "\n").count <= 2, "\(option.longForm)")
        }
        let known = CommandDescription(path).options.map(\.longForm)
        for name in (page.type as? any Documented.Type)?.mainOptions ?? [] {
            #expect(known.contains("--" + name), "\(name)")
        }
        // The program breaks before the second half if the line is too long.
        let end = lines.suffix(2).joined(separator: " ")
        let words = ([""] + path).joined(separator: " ")
        let manual = "man " + (["fedauth"] + path).joined(separator: "-")
        #expect(end.hasSuffix(": fedauth help\(words) --all. Manual: \(manual)"))
        let examples = lines.drop { $0 != "Examples:" }.count { $0.hasSuffix(":") && $0.hasPrefix("  ") }
        #expect((2...3).contains(examples))
    }

    private static func lines(of page: HelpPage) -> [Substring] {
        let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines where !line.contains("https://") {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
        #expect(!page.text.contains("\n\n\n"))
        return Array(lines)
    }

    @Test func exitStatusesAreThoseOfErrorCodes() {
        let numbers = HelpTopic.meanings.map(\.status.number)
        #expect(numbers == Array(0...16) + [126, 127])
    }

    @Test(arguments: paths)
    func theLongHelpGoesFromOwnToCommonAndEndsWithExamples(_ path: [String]) throws {
        let page = HelpPage(path, columns: Self.columns, isFull: true)
        _ = Self.lines(of: page)
        let text = page.text
        let examples = try #require(text.firstRange(of: "\nExamples:\n"))
        let manual = try #require(text.firstRange(of: "\nManual: man "))
        #expect(examples.upperBound < manual.lowerBound)
        if let everywhere = text.firstRange(of: "\nOptions of every command:\n") {
            for heading in ["\nOptions:\n", "\nSign-in options:\n", "\nNetwork options:\n", "\nStore options:\n"] {
                if let own = text.firstRange(of: heading) { #expect(own.upperBound < everywhere.lowerBound) }
            }
            #expect(everywhere.upperBound < examples.lowerBound)
        }
    }

    @Test func aLongExampleIsContinuedAndStaysOne() {
        let line = "fedauth saml https://service.example.org/ --finish https://service.example.org/home --user 'a  b'"
        let text = Self.columns.commandLine(line, indent: 4)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.split(separator: "\n").dropLast().allSatisfy { $0.hasSuffix(" \\") })
        #expect(text.contains("'a  b'"))
    }

    @Test(arguments: HelpTopic.allCases)
    func everyTopicSaysSomething(_ topic: HelpTopic) {
        let text = HelpRequest(words: ["help", topic.rawValue]).text(columns: Self.columns)
        #expect(text?.hasSuffix("\n") == true)
        #expect(HelpRequest(words: ["help", topic.rawValue]).mistake == nil)
        #expect(!OptionTests.commands.contains { $0.path == [topic.rawValue] })
    }

    /// The options that the advice for options of other programs names.
    @Test func adviceNamesOptionsThatExist() {
        let known = Set(OptionTests.commands.flatMap { CommandDescription($0.path).options.flatMap(\.forms) })
        for meaning in FamiliarOptions.meanings {
            if let option = meaning.option { #expect(known.contains(option), "\(meaning)") }
            for word in meaning.advice.split(whereSeparator: { " '\",;".contains($0) })
            where word.hasPrefix("--") && word.count > 2 {
                #expect(known.contains(String(word)), "\(meaning)")
            }
        }
    }

    /// A word that every fitting command has as an option, or for which an earlier entry speaks, gets no such advice.
    @Test func eachAdviceIsReached() {
        let commands = OptionTests.commands.map { ($0.path, CommandDescription($0.path)) }
        for meaning in FamiliarOptions.meanings {
            for other in meaning.others.map(String.init) {
                let isSetting = FamiliarOptions.settingMeaning(of: other)?.advice == meaning.advice
                let isReached = commands.contains { path, description in
                    description.option(other) == nil
                        && FamiliarOptions.advice(for: other, of: path) { description.option($0) != nil }
                            == meaning.advice
                }
                #expect(isReached || isSetting, "\(other): \(meaning.advice)")
            }
        }
    }

    @Test func adviceNamesCommandsThatExist() {
        let advice =
            FamiliarCommands.table.map(\.advice)
            + FamiliarOptions.meanings.map(\.advice)
        for part in advice.flatMap({ $0.split(separator: "'") }) where part.hasPrefix("fedauth ") {
            let words = CommandWords(part.split(separator: " ").dropFirst().map(String.init))
            let isHelp = words.positionals.first == "help" || part.hasPrefix("fedauth --version")
            #expect(isHelp || !words.isGroup && words.unknownOption == nil, "\(part)")
        }
    }

    /// What people type first, and a part of the hint that they get.
    @Test(arguments: [
        ("ls", "status --all"), ("run x", "exec NAME"), ("curl https://h.test", "request URL"),
        ("cookies", "export-cookies"),
        ("whoami", "'status'"), ("auth", "'login'"), ("docker", "credsStore"), ("man", "man fedauth"),
        ("ssh", "help ssh"), ("copy", "--clip"), ("upgrade", "package manager"), ("test", "'doctor'"),
        ("store rm x", "'store delete'"), ("store ls", "'store list'"), ("store show x", "'store get'"),
        ("store find x", "'store search'"), ("store set x", "'store put'"), ("store mv a b", "'store rename'"),
        ("store new", "'store init'"), ("store edit x", "store put NAME"), ("store cp a b", "store put NEW-NAME"),
        ("store path", "'store doctor'"), ("store close", "'store lock'"), ("store keys", "'store slot'"),
        ("profile rm x", "'profile remove'"), ("profile ls", "'profile list'"), ("profile create x", "'profile add'"),
        ("profile use x", "[defaults]"), ("profile test x", "doctor NAME"), ("sls new", "'sls enroll'"),
        ("sls list", "'sls status'"), ("identity use x", "'identity bind'"), ("passkey create", "'passkey add'"),
        ("login --username a", "--user NAME"), ("login --password x", "--password-file"),
        ("login --otp 1", "--totp ENTRY"),
        ("login --ca x", "--cacert"), ("login --cert x", "identity import"), ("login -k", "--insecure"),
        ("login -a x", "name the profile"), ("login --open", "chromium"), ("login --duo", "--field"),
        ("login --retry 3", "--timeout"), ("login --role x", "fedauth help aws"),
        ("login --port 443", "https://host:8443/"),
        ("request --http2 https://h.test", "FEDAUTH_COOKIE_JAR"), ("request -4 https://h.test", "FEDAUTH_COOKIE_JAR"),
        ("request -Z https://h.test", "FEDAUTH_COOKIE_JAR"), ("request --body-data x https://h.test", "--data"),
        ("store get x --copy", "--clip"), ("store get x --show", "as it is"), ("store put x --stdin", "standard input"),
        ("store put x --ttl 5m", "--expires"), ("store put x --type totp", "--kind"),
        ("store delete x -f", "nothing is asked"),
        ("store list --long", "--json"), ("export-cookies --netscape", "--format netscape"),
        ("export-cookies --domain h", "--url"), ("export-cookies --bash", "--shell"), ("token --jwt", "--output"),
        ("status --watch", "status --all"), ("profile add x --type saml", "--authorization-url"),
    ])
    func guessesGetAHintThatHelps(_ line: String, _ part: String) {
        let hint = Hint(words: line.split(separator: " ").map(String.init)).text
        #expect(hint.contains(part), "\(line): \(hint)")
    }

    @Test(arguments: [
        (["-V"], ["--version"]), (["version"], ["--version"]),
        (["version", "--json"], ["--version", "--json"]), (["-q", "--json", "version"], ["--version", "--json"]),
        (["version", "x"], ["version", "x"]),
        (["--quiet", "store", "get", "x"], ["store", "get", "--quiet", "x"]),
        (["--config", "f", "-q", "login", "m"], ["login", "--config", "f", "-q", "m"]),
        (["--config=f", "store", "slot", "list"], ["store", "slot", "list", "--config=f"]),
        (["-q", "help", "store"], ["help", "store"]), (["-q", "store"], ["store"]),
        (["--help"], ["--help"]), (["--nosuch", "store"], ["--nosuch", "store"]), (["--config"], ["--config"]),
        (["store", "help", "get"], ["help", "store", "get"]), (["store", "help"], ["help", "store"]),
        (["store", "get", "help"], ["store", "get", "help"]), (["help", "help"], ["help", "help"]),
        (["store", "version"], ["store", "version"]), ([], []), (["-q"], []), (["-q", "--json"], []),
        (["-q", "--config"], ["-q", "--config"]),
        (["https://h.test/", "-i"], ["request", "https://h.test/", "-i"]),
        (["-q", "HTTP://h.test/"], ["request", "-q", "HTTP://h.test/"]), (["h.test"], ["h.test"]),
        (
            ["est", "--user", "ada", "https://h.test/"],
            ["sls", "enroll", "--protocol", "est", "--user", "ada", "https://h.test/"]
        ),
        (["est", "--help"], ["sls", "enroll", "--protocol", "est", "--help"]),
        (["est"], ["sls", "enroll", "--protocol", "est"]),
        (["store", "get", "--help", "--all"], ["store", "get", "--help-all"]),
        (["help", "est"], ["help", "sls", "enroll"]),
    ])
    func habitsAreUnderstood(_ words: [String], _ meant: [String]) {
        #expect(CommonMistakes.understood(words) == meant)
    }
}
