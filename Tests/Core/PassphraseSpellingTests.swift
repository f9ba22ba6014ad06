import Secrets
import Support
import Testing

@testable import Core

struct PassphraseSpellingTests {
    private func spellings(_ text: String) -> Set<String> {
        Set(
            StoreKey(.passphrase, SharedSecret(text: text)).spellings.map { key in
                key.secret.withBytes { $0.map { String($0, radix: 16) }.joined(separator: " ") }
            })
    }

    @Test(arguments: [
        ("p\u{E4}ss", "pa\u{308}ss"), ("\u{1EC7}", "e\u{323}\u{302}"),
        ("\u{3AC}\u{439}", "\u{3B1}\u{301}\u{438}\u{306}"),
        ("\u{C5}\u{E7}\u{1E0D}", "A\u{30A}c\u{327}d\u{323}"),
    ])
    func bothSpellingsOfAnAccentAreTried(composed: String, decomposed: String) {
        #expect(spellings(composed).count == 2 && spellings(composed) == spellings(decomposed))
        // A mixture has three.
        #expect(spellings(composed + decomposed).count == 3)
    }

    @Test(arguments: ["plain", "", "\u{DF}\u{E6}", "\u{65E5}\u{1F600}", "\u{301}a"])
    func otherTextHasOne(_ text: String) { #expect(spellings(text).count == 1) }

    @Test func bytesThatAreNoTextAndOtherKeysHaveOne() {
        let bytes = SharedSecret(Secret([0x61, 0xCC, 0x88, 0xFF]))
        #expect(StoreKey(.passphrase, bytes).spellings.count == 1)
        #expect(StoreKey(.keyFile, SharedSecret(text: "pa\u{308}ss")).spellings.count == 1)
    }
}
