import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests cookies that must be rejected, kept separate, or exported unchanged, for every content.
struct HostileCookieTests {
    /// A cookie in the output of `--format json`.
    private struct Exported: Decodable {
        struct Cookie: Decodable {
            var name: String
            var value: String?
            var valueBase64: String?
            var domain: String
            var path: String
            var hostOnly: Bool
            var secure: Bool
            var expires: Int64?

            var text: String { value ?? "\(valueBase64 ?? "nothing") in base64" }
        }
        var cookies: [Cookie]
    }

    /// The accepted cookies of a page, in order, as `name=value`.
    private static let kept: [String: [String]] = [
        "shell": [
            "a=$(touch pwned)", "b=`id`", "c='\\''", "d=\"", "e=a b", "f=$HOME", "g=!!", "h=*", "i=~", "j=\\", "k=#x",
            "l=%n%s", "m=-n", "n=a=b=c", "o=a  b   c", "p={x,y}{1..3}", "q=?[a]*/*", "r='\\'' touch pwned '",
            "s=$'\\101'",
            "t=\u{2019} touch pwned",
        ],
        "names": ["PATH=/tmp", "LD_PRELOAD=x", "IFS=x", "a-b.c=1", "a[b]=1", "=noequals", "a b=1", "$(id)=1"],
        "quotes": ["a=\"quoted\"", "b=\"un", "c=mid\"dle", "d=\"\"", "e=\"a"],
        "large": ["fits=" + String(repeating: "x", count: 4000)],
        "domains": ["empty=1", "own=1", "owndot=1"],
        "prefixes": ["__Host-good=1", "__Secure-good=1"],
        "ages": ["garbage=1", "huge=1", "plus=1", "words=1", "year=1", "two=1", "both=1"],
        "paths": ["root=1", "deep=1", "prefix=1", "relative=1", "empty=1", "default=1"],
        "control": ["tab=a\tb", "high=//4= in base64", "utf8=ü"],
        "same": ["same=4", "same=2", "same=3"],
        "attributes": ["a=1", "b=1", "c=1"],
        "from-http": ["guard=good", "own=1", "open=1"],
        "many": (121..<300).map { "c\($0)=v\($0)" },
    ]
    static let pages = kept.keys.map { "/cookies/" + $0 } + ["/cookies/nul", "/cookies/return"]

    private let home: Home
    private let hostile: Hostile

    init() throws {
        home = try CommandHome()
        hostile = try Hostile.get()
    }

    private func exported() throws -> [Exported.Cookie] {
        let outcome = try home.fedauth("export-cookies", "--all", "--format", "json")
        #expect(outcome.status == 0, "\(outcome)")
        return try JSONDecoder().decode(Exported.self, from: Data(outcome.output)).cookies
    }

    @Test(arguments: kept.keys.sorted())
    func theRightOnesAreKeptExactly(_ page: String) throws {
        try home.signIn(cookies: page)
        let cookies = try exported()
        #expect(cookies.filter { $0.name != "session" }.map { "\($0.name)=\($0.text)" } == Self.kept[page])
        #expect(cookies.filter { $0.name == "session" }.map(\.value) == ["ok"])
        #expect(cookies.allSatisfy { $0.domain == "good.localhost" })
        switch page {
        case "domains": #expect(cookies.map(\.hostOnly) == [true, false, false, true])
        case "paths":
            #expect(
                cookies.map(\.path) == ["/", "/done/deeper", "/don", "/cookies", "/cookies", "/cookies", "/"])
        case "same": #expect(cookies.map(\.path) == ["/", "/done", "/cookies", "/"])
        case "prefixes": #expect(!cookies.contains { !$0.secure })
        default: break
        }
        // The file contains the same values, byte by byte.
        let file = try home.fedauth("export-cookies", "--all", "--format", "netscape", "--dialect", "wget")
        let fitting = cookies.filter { !$0.name.isEmpty && !$0.text.contains("\t") }
        #expect(file.status == 0 && file.errors.isEmpty == (fitting.count == cookies.count), "\(file)")
        let lines = file.output.split(separator: 0x0A).filter { $0.first != 0x23 }
            .map { $0.split(separator: 0x09, omittingEmptySubsequences: false) }
        #expect(lines.allSatisfy { $0.count == 7 })
        #expect(lines.map { String(decoding: $0[5], as: UTF8.self) } == fitting.map(\.name))
        #expect(
            zip(lines, fitting).allSatisfy { $0[6].elementsEqual(($1.value ?? "").utf8) || $1.valueBase64 == "//4=" })
        if page == "control" { #expect(lines.first?[6].elementsEqual([0xFF, 0xFE]) == true) }
    }

    @Test(arguments: [("nul", "not HTTP"), ("return", "holds a control character")])
    func anAnswerWithBrokenFieldsIsRefused(_ page: String, _ words: String) throws {
        try HostileTests.run(HostileCase("/cookies/" + page, 15, words), hostile, home)
    }
}
