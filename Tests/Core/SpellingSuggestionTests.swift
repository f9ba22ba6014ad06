import Core
import Testing

struct SpellingSuggestionTests {
    private static let commands = ["put", "get", "list", "search", "delete"]

    @Test(arguments: [
        ("ptu", "put"), ("lst", "list"), ("LIST", "list"), ("serach", "search"), ("geet", "get"), ("delet", "delete"),
    ])
    func aSlipIsFound(_ word: String, _ meant: String) {
        #expect(SpellingSuggestion.best(word, among: Self.commands) == meant)
        #expect(SpellingSuggestion.question(word, among: Self.commands) == "; did you mean '\(meant)'?")
    }

    /// Words of other meaning that share most letters.
    @Test(arguments: [
        ("--accept", "--cacert"), ("--remove", "--resolve"), ("--raw", "--ra"), ("--content-type", "--token-type"),
        ("export", "import"), ("expiry", "export"), ("login-url", "logout-url"), ("cert", "cacert"),
        ("--curl", "--url"),
        ("no-verify", "verify"), ("t/*", "t/yy"), ("mail", "mall-two"),
    ])
    func anotherWordIsNoSlip(_ word: String, _ other: String) {
        #expect(SpellingSuggestion.best(word, among: [other]) == nil)
    }

    @Test(arguments: [("athorisation-url", "authorization-url"), ("--pasword-fiel", "--password-file"), ("upt", "put")])
    func longWordsHaveTwoSlipsAndTheFirstLettersMayChangePlaces(_ word: String, _ meant: String) {
        #expect(SpellingSuggestion.best(word, among: Self.commands + [meant]) == meant)
    }

    @Test(arguments: [("--ca", "--ra"), ("--pass", "--mask"), ("set", "get"), ("ls", "sls"), ("user", "--user")])
    func wordsOfFewLettersAreOtherWords(_ word: String, _ other: String) {
        #expect(SpellingSuggestion.best(word, among: [other]) == nil)
    }

    @Test(arguments: ["", "x", "enumerate", "putputput"])
    func whatIsNotNearIsNotMeant(_ word: String) {
        #expect(SpellingSuggestion.best(word, among: Self.commands) == nil)
        #expect(SpellingSuggestion.question(word, among: Self.commands).isEmpty)
    }

    /// Without a limit, each pair would take a number of steps equal to the product of both lengths.
    @Test func aWordOfAnyLengthIsNoWork() {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(SpellingSuggestion.best(long, among: [long + "b", "put"]) == nil)
        #expect(SpellingSuggestion.best("put", among: [long, "ptu"]) == "ptu")
    }
}
