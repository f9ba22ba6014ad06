import Application
import Support
import Testing

/// Tests which texts are names of stores.
struct StoreNameTests {
    @Test(arguments: ["corp", "a", "Corp-2_b.c", ".corp", "...", "-", String(repeating: "n", count: 64), "files"])
    func aNameIsAFileName(_ text: String) throws {
        #expect(try StoreName(text).text == text)
        #expect(StoreBackend(rawValue: text) == .named(try StoreName(text)))
        #expect(StoreBackend(rawValue: text)?.rawValue == text && StoreBackend(rawValue: text)?.isNamed == true)
    }

    @Test(arguments: [
        "", ".", "..", "a/b", "../a", "a b", "a\n", "a\0", "größe", "a\u{301}", "~", "$HOME",
        String(repeating: "n", count: 65),
    ])
    func anyOtherTextIsRefused(_ text: String) {
        let error = failure { _ = try StoreName(text) }
        #expect(error?.code == .usage && error?.hint?.contains("1 to 64 letters") == true)
        #expect(StoreBackend(rawValue: text) == nil)
    }

    @Test(arguments: ["auto", "keyring", "file", "File", "KEYRING"])
    func theWordOfABackEndIsNoName(_ text: String) {
        #expect(failure { _ = try StoreName(text) }?.message == "'\(text)' is the name of a back end, not of a store")
        #expect(StoreBackend(rawValue: text)?.isNamed != true)
    }
}
