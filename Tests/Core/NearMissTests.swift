import Core
import Testing

struct NearMissTests {
    private static let commands = ["put", "get", "list", "search", "delete"]

    @Test(arguments: [
        ("ptu", "put"), ("lst", "list"), ("LIST", "list"), ("serach", "search"), ("geet", "get"), ("delet", "delete"),
    ])
    func aSlipIsFound(_ word: String, _ meant: String) {
        #expect(NearMiss.best(word, among: Self.commands) == meant)
        #expect(NearMiss.question(word, among: Self.commands) == "; '\(meant)' was meant?")
    }

    @Test(arguments: ["", "x", "enumerate", "putputput"])
    func whatIsNotNearIsNotMeant(_ word: String) {
        #expect(NearMiss.best(word, among: Self.commands) == nil)
        #expect(NearMiss.question(word, among: Self.commands).isEmpty)
    }

    /// Without a limit each of these pairs would take as many steps as both have letters, multiplied.
    @Test func aWordOfAnyLengthIsNoWork() {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(NearMiss.best(long, among: [long + "b", "put"]) == nil)
        #expect(NearMiss.best("put", among: [long, "ptu"]) == "ptu")
    }
}
