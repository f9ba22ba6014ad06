import Application
import Core
import Testing

@testable import CLI

/// How words become options and arguments.
struct CommandLineParserTests {
    /// A command with every kind of option and argument.
    struct Sample: OptionGroup, Equatable {
        struct Group: OptionGroup, Equatable {
            var store: String?
            var cold = false

            mutating func declare(_ list: OptionList) {
                list.option("store", &store, "name", "Where.")
                list.flag("cold", &cold, "Cold.", mustBeTyped: true)
            }

            func validate() throws(Mistake) {
                if cold, store != nil { throw Mistake("'--cold' and '--store' exclude each other") }
            }
        }

        var first: String?
        var rest: [String] = []
        var file: String?
        var data: [String] = []
        var count: UInt8 = 3
        var quiet = false
        var verbose = false
        var group = Group()

        mutating func declare(_ list: OptionList) {
            list.argument("first", &first, "The first.")
            list.arguments("rest", &rest, "The rest.")
            list.option("file", &file, "file", "A file.", short: "f")
            list.option("data", &data, "text", "Any text.", short: "d", values: .any)
            list.option("count", &count, "number", "How often.")
            list.flag("quiet", &quiet, "Say less.", short: "q")
            list.flag("verbose", &verbose, "Say more.", short: "v")
            list.group("Group", &group)
        }
    }

    private static func read(
        _ line: String, over settings: [Profile.Setting] = []
    ) throws(Mistake) -> (sample: Sample, request: WordRequest?) {
        var sample = Sample()
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let request = try CommandLineParser.parse(line.isEmpty ? [] : words[...], into: &sample, over: settings)
        return (sample, request)
    }

    private static func sample(_ change: (inout Sample) -> Void) -> Sample {
        var sample = Sample()
        change(&sample)
        return sample
    }

    private static let lines: [(String, @Sendable (inout Sample) -> Void)] = [
        ("", { _ in }),
        ("--file a", { $0.file = "a" }), ("--file=a", { $0.file = "a" }), ("--file=a=b", { $0.file = "a=b" }),
        ("--file=", { $0.file = "" }), ("--file -", { $0.file = "-" }), ("--file=-x", { $0.file = "-x" }),
        ("-f a", { $0.file = "a" }), ("-fa", { $0.file = "a" }), ("-f=a", { $0.file = "a" }),
        ("-fa=b", { $0.file = "a=b" }), ("-f-x", { $0.file = "-x" }), ("--file a --file b", { $0.file = "b" }),
        ("-qv", { ($0.quiet, $0.verbose) = (true, true) }),
        ("-qvf a", { ($0.quiet, $0.verbose, $0.file) = (true, true, "a") }),
        ("-qfa", { ($0.quiet, $0.file) = (true, "a") }),
        ("--data -q -d --data --data=x", { $0.data = ["-q", "--data", "x"] }), ("-d --", { $0.data = ["--"] }),
        ("--count 9", { $0.count = 9 }), ("--store s", { $0.group.store = "s" }),
        ("a --quiet b -f x c", { ($0.first, $0.rest, $0.quiet, $0.file) = ("a", ["b", "c"], true, "x") }),
        ("a -- --quiet -- -x", { ($0.first, $0.rest) = ("a", ["--quiet", "--", "-x"]) }),
        ("-- -q", { $0.first = "-q" }), ("-", { $0.first = "-" }), ("- -- -", { ($0.first, $0.rest) = ("-", ["-"]) }),
    ]

    @Test(arguments: lines.indices) func wordsAreRead(_ index: Int) throws {
        let (line, change) = Self.lines[index]
        #expect(try Self.read(line).sample == Self.sample(change), "\(line)")
    }

    @Test(arguments: [
        ("--file", "missing value for '--file <file>'"), ("-f", "missing value for '-f <file>'"),
        ("--file --quiet", "missing value for '--file <file>'"), ("-qf", "missing value for '-f <file>'"),
        ("--file -- x", "missing value for '--file <file>'"), ("-d", "missing value for '-d <text>'"),
        ("--count x", "the value 'x' is invalid for '--count <number>'"),
        ("--count=-1", "the value '-1' is invalid for '--count <number>'"),
        ("--count 256", "the value '256' is invalid for '--count <number>'"),
        ("--quiet=yes", "the option '--quiet' does not take any value, but 'yes' was specified"),
        ("--quiet=", "the option '--quiet' does not take any value, but '' was specified"),
        ("--nosuch=x", "unknown option '--nosuch'"), ("--fil a", "unknown option '--fil'"),
        ("-z", "unknown option '-z'"), ("-xyz", "unknown option '-xyz'"), ("-qz", "unknown option '-z'"),
        ("-a=b", "unknown option '-a'"), ("---quiet", "unknown option '---quiet'"), ("--=x", "unknown option '--'"),
        ("-é", "unknown option '-é'"),
        ("--store a --cold", "'--cold' and '--store' exclude each other"),
        ("--store a --cold --nosuch", "unknown option '--nosuch'"), ("--help=x", "'--help' takes no value"),
        ("--version=", "'--version' takes no value"), ("-qh", "unknown option '-h'"),
    ])
    func mistakesAreNamed(_ line: String, _ message: String) {
        let mistake = #expect(throws: Mistake.self, "\(line)") { _ = try Self.read(line) }
        #expect(mistake?.what == message)
        #expect(mistake?.setting == nil)
    }

    @Test func longWordsAreShortenedInMessages() {
        let long = String(repeating: "x", count: 100_000)
        for line in ["--\(long)", "--count=\(long)", "--file a --quiet=\(long)", "-z\(long)"] {
            let mistake = #expect(throws: Mistake.self) { _ = try Self.read(line) }
            #expect(mistake.map { $0.what.utf8.count < 400 } == true)
        }
    }

    /// Help and version are requests, whatever the other words are.
    @Test(arguments: [
        ("--help", WordRequest.help), ("-h", .help), ("--help-all", .help), ("--version", .version),
        ("--version --help", .help), ("a b --nosuch --help", .help), ("--store a --cold -h", .help),
        ("--data --help -- --version", nil), ("-- --help", nil),
    ])
    func requestsAreFound(_ line: String, _ request: WordRequest?) throws {
        #expect(try Self.read(line).request == request)
    }

    @Test func settingsHoldWhereTheWordsSayNothing() throws {
        let settings = [
            Profile.Setting(key: "file", values: [.text("low")]), Profile.Setting(key: "count", values: [.number(7)]),
            Profile.Setting(key: "data", values: [.text("-a"), .text("b")], form: .list),
            Profile.Setting(key: "quiet", values: [.flag(true)]),
            Profile.Setting(key: "verbose", values: [.flag(false)]),
            Profile.Setting(key: "nosuch", values: [.text("x")]),
        ]
        let read = try Self.read("--file high -d c", over: settings).sample
        #expect(
            read
                == Self.sample {
                    ($0.file, $0.count, $0.data, $0.quiet) = ("high", 7, ["-a", "b", "c"], true)
                })
        // What is recorded is read again.
        #expect(try Self.read("--count 7", over: read.settings).sample == read)
    }

    @Test func aWrongSettingIsNamed() {
        for value in [Profile.Setting.Value.text("x"), .flag(true)] {
            let setting = Profile.Setting(key: "count", values: [value])
            let mistake = #expect(throws: Mistake.self) { _ = try Self.read("a", over: [setting]) }
            #expect(mistake?.setting == setting && mistake?.argument?.name == "count")
        }
        let setting = Profile.Setting(key: "quiet", values: [.text("x")])
        #expect(throws: Mistake.self) { _ = try Self.read("", over: [setting]) }
    }

    /// A declaration is all that an option needs: it is described, read from words, a variable and a setting, recorded again, and
    /// its values are checked.
    @Test func aDeclarationIsAll() throws {
        let count = try #require(Sample.arguments.first { $0.name == "count" })
        #expect(count.forms == ["--count"] && count.valueName == "number" && count.defaultValue == "3")
        #expect(count.isSetting && count.isOptional && !count.isRepeating)
        let store = try #require(Sample.arguments.first { $0.name == "store" })
        #expect(store.section == "Group" && store.help == "Where." && store.described() == "--store <name>")
        let variables = Environment(values: ["FEDAUTH_COUNT": "7", "FEDAUTH_STORE": "s", "FEDAUTH_COLD": "1"])
        let settings = Settings.ofEnvironment(variables, for: Sample.self)
        // What must be typed is no variable.
        #expect(settings.map(\.key) == ["count", "store"])
        let read = try Self.read("", over: settings).sample
        #expect(read.count == 7 && read.group.store == "s" && !read.group.cold)
        #expect(read.settings == [Profile.Setting(key: "store", values: [.text("s")])])
        let wrong = Profile.Setting(key: "count", values: [.text("-1")])
        #expect(SettingType(count).mistake(in: wrong) == "takes a number from 0, not '-1'")
    }

    /// What must be given is missed, in the order of the declaration.
    @Test func whatIsMissingIsNamed() {
        for (words, message) in [
            (["store", "move"], "missing expected argument '--to <store>'"),
            (["store", "put"], "missing expected argument '<name>'"),
            (["identity", "bind", "a"], "missing expected argument '<url> ...'"),
            (["store", "rename", "a"], "missing expected argument '<new-name>'"),
            (["store", "lock", "a"], "unexpected argument 'a'"),
            (["store", "lock", "a", "b"], "2 unexpected arguments: 'a', 'b'"),
            (["completions", "x"], "the value 'x' is invalid for '<shell>'"),
        ] {
            let mistake = #expect(throws: Mistake.self, "\(words)") { try Invocation.parse(words) }
            #expect(mistake?.what == message)
        }
    }
}
