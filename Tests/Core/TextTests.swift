import Core
import Secrets
import Testing

struct TextTests {
    @Test func nothingMovesTheCursor() {
        #expect("a\u{1B}[2Jb\r\nc\u{202E}d\u{9B}e".printable == "a?[2Jb??c?d?e")
        #expect("  many \n\t words  ".folded() == "many words")
        #expect(String(repeating: "x", count: 500).folded(to: 10).count == 10)
        #expect(FedauthError(.other, "a\nb", hint: "c\u{0}d", causes: ["e\u{7}"]).hint == "c?d")
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{0}\u{ff}ü"])
    func base64ComesBack(_ text: String) {
        let secret = SharedSecret(text: text)
        #expect(Base64.decode(Base64.encode(secret)) == secret)
    }

    @Test func base64IsReadAsItIsSent() {
        #expect(Base64.encode(SharedSecret(text: "foob")).equals("Zm9vYg=="))
        #expect(Base64.decode(SharedSecret(text: "Zm9v\r\n Yg=="))?.equals("foob") == true)
        #expect(Base64.decode(SharedSecret(text: "Zm9vYg"))?.equals("foob") == true)
        for bad in ["Z", "Zm9v!", "Zg==Zg", "Zg==="] {
            #expect(Base64.decode(SharedSecret(text: bad)) == nil, "\(bad)")
        }
    }

    @Test func findsWhatWasMeant() {
        #expect(NearMiss.best("finsh", among: ["finish", "field", "user"]) == "finish")
        #expect(NearMiss.best("ptu", among: ["get", "put", "list"]) == "put")
        #expect(NearMiss.best("zzz", among: ["finish", "field", "user"]) == nil)
    }

    @Test func readsMediaTypes() {
        #expect(MediaType("Text/HTML; Charset=\"UTF-8\"").charset == "UTF-8")
        #expect(MediaType("text/html;charset=iso-8859-1").isHTML)
        #expect(MediaType("").essence == "")
        #expect(!MediaType("application/json").isHTML)
    }

    @Test(arguments: ["", "-x", ".x", "a b", "a/b", "ü", String(repeating: "x", count: 65)])
    func refusesNamesThatAreNoProfiles(_ name: String) {
        #expect(throws: FedauthError.self) { try Profile.check(name: name) }
    }
}
