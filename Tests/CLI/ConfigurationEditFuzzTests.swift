import Configuration
import Core
import Testing

/// Edits many files that use all TOML forms of a profile. An edit has the intended effect and keeps every comment of other
/// profiles, or it is rejected; it never ends the program.
struct ConfigurationEditFuzzTests {
    /// Generates the same numbers in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let pieces = [
        "[profile.a]\n", "[profile.b]\n", "[profile.a.field]\n", "[profile.b.field]\n", "[profile]\n", "[defaults]\n",
        "user = \"x\"\n", "user = \"y\" # why\n", "field = [\"a=env:A\"]\n", "field = [ # list\n  \"a=env:A\",\n]\n",
        "field = { a = \"env:A\" }\n", "field.a = \"env:A\"\n", "field.b = \"env:B\" # b\n", "a = \"env:X\"\n",
        "user = \"\"\"\n[profile.a]\n# no comment\n\"\"\"\n", "a.user = \"x\"\n", "b = { user = \"x\", sap = \"y\" }\n",
        "profile.a.user = \"x\"\n", "# comment\n", "\n", "  \n", "sap = 'h.test'\r\n", "pin = []\n", "\u{FEFF}",
        "check = \"ü[ß]\" # ü\n", "[[profile.a]]\n", "timeout = 90",
    ]

    @Test func editsSayWhatWasMeantOrAreRefused() throws {
        var numbers = Numbers(state: 4)
        var counts = (files: 0, edits: 0)
        for _ in 0..<6000 {
            let count = Int.random(in: 1...9, using: &numbers)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &numbers) ?? "" }.joined()
            guard let before = try? ConfigurationText.parse(text, path: "c"), before.mistakes.isEmpty else { continue }
            counts.files += 1
            let user = Profile.Setting(key: "user", values: [.text("new")])
            let field = Profile.Setting(key: "field", values: [.text("n=env:N")], form: .list)
            for edit in 0..<5 {
                let edited: String? =
                    switch edit {
                    case 0: try? ConfigurationEdit.removing("a", from: text, path: "c")
                    case 1:
                        try? ConfigurationEdit.changing("a", setting: [user, field], removing: [], in: text, path: "c")
                    case 2: try? ConfigurationEdit.changing("a", setting: [], removing: ["user"], in: text, path: "c")
                    case 3: try? ConfigurationEdit.changing("a", setting: [], removing: ["field"], in: text, path: "c")
                    default: try? ConfigurationEdit.adding(Profile(name: "n", settings: [user]), to: text, path: "c")
                    }
                guard let edited else { continue }
                counts.edits += 1
                let after = try ConfigurationText.parse(edited, path: "c")
                #expect(after.profile("b") == before.profile("b"), "\(text)")
                #expect(after.defaults == before.defaults, "\(text)")
                switch edit {
                case 0: #expect(after.profile("a") == nil, "\(text)")
                case 1: #expect(after.profile("a")?.text("user") == "new", "\(text)")
                case 2, 3:
                    #expect(after.profile("a")?.settings.contains { $0.key == ["user", "field"][edit - 2] } == false)
                default: #expect(edited.hasPrefix(text), "\(text)")
                }
            }
        }
        #expect(counts.files > 300 && counts.edits > 600, "\(counts)")
    }
}
