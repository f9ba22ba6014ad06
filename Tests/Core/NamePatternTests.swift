import Core
import Testing

struct NamePatternTests {
    @Test(arguments: [
        ("", ""), ("*", ""), ("*", "a/b"), ("**", "ü"), ("?", "ü"), ("?", "€"), ("?", "😀"), ("m?ller", "müller"),
        ("[ä-ü]", "ö"), ("[!a-z]", "ü"), ("[^a-z]", "ü"), ("[]]", "]"), ("[!]]", "a"), ("[a-]", "-"), ("[a-]", "a"),
        ("\\*", "*"), ("\\?", "?"), ("[\\]a]", "]"), ("a\\", "a\\"), ("[", "["), ("[a", "[a"), ("a[b", "a[b"),
        ("ci/*", "ci/token"), ("*[lL]", "mail"), ("*.example.org", "a.b.example.org"), ("a*b*c", "aXbYbZc"),
        ("*ab", "aab"), ("[*]", "*"), ("[a-cx-z]", "y"), ("*", "line\nbreak"),
    ])
    func fits(_ pattern: String, _ text: String) {
        #expect(NamePattern(pattern).fits(text))
    }

    @Test(arguments: [
        ("", "a"), ("?", ""), ("?", "ab"), ("a", "A"), ("a*", "ba"), ("*a", "ab"), ("[abc]", "d"), ("[!abc]", "b"),
        ("[!ä]", "ä"), ("\\*", "a"), ("[z-a]", "m"), ("ci/*", "ci"), ("a*b*c", "aXcYb"), ("[]", "]"), ("[a-c]", "-"),
        ("[\\!a]", "b"),
    ])
    func doesNotFit(_ pattern: String, _ text: String) {
        #expect(!NamePattern(pattern).fits(text))
    }

    /// A matcher that tries every star again would take exponential time.
    @Test func manyStarsTakeNoLongTime() {
        let text = String(repeating: "a", count: 2000)
        #expect(!NamePattern(String(repeating: "a*", count: 100) + "b").fits(text))
        #expect(NamePattern(String(repeating: "a*", count: 100)).fits(text))
    }
}
