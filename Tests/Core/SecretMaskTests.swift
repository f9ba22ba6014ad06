import Secrets
import Testing

@testable import Core

struct SecretMaskTests {
    /// Returns the output for text that arrives in these pieces.
    private func masked(_ pieces: [[UInt8]], _ secrets: [String]) -> [UInt8] {
        var mask = SecretMask(SecretAutomaton(secrets.map { SharedSecret(text: $0) }))
        var out = Secret()
        for piece in pieces { piece.withUnsafeBytes { mask.feed($0, to: &out) } }
        mask.finish(to: &out)
        return out.withBytes { Array($0) }
    }

    private func masked(_ text: String, _ secrets: [String]) -> String {
        String(decoding: masked([Array(text.utf8)], secrets), as: UTF8.self)
    }

    @Test(arguments: [
        ("nothing here", ["secret"], "nothing here"),
        ("a secret.", ["secret"], "a ***."),
        ("secretsecret", ["secret"], "***"),
        ("secret secret", ["secret"], "*** ***"),
        ("secre", ["secret"], "secre"),
        ("sesecret", ["secret"], "se***"),
        ("abcdefgh abcdef abcdefg", ["abcdef", "abcdefgh"], "*** *** ***g"),
        ("xabcdx", ["abcd", "bc"], "x***x"),
        ("abcbcd", ["abc", "bcd"], "***"),
        ("aabbcc", ["aabb", "bbcc"], "***"),
        ("aaaaaaa", ["aaa"], "***"),
        ("abab ab", ["abab", "bab"], "*** ab"),
        ("", ["secret"], ""),
        ("anything", [], "anything"),
        ("anything", [""], "anything"),
    ])
    func strikesOutEveryByteOfEverySecret(_ text: String, _ secrets: [String], _ wanted: String) {
        #expect(masked(text, secrets) == wanted)
    }

    @Test(arguments: [
        ("a b\"c\\d", "a+b%22c%5Cd a%20b%22c%5cd a b\\\"c\\\\d a b&quot;c\\d", "*** *** *** ***"),
        ("pässwörd", "p%C3%A4ssw%C3%B6rd p\\u00e4ssw\\u00f6rd p\\u00E4ssw\\u00F6rd", "*** *** ***"),
        // Digits of one kind are a form, two kinds in one value are not.
        ("pässwörd", "p%C3%A4ssw%c3%b6rd", "p%C3%A4ssw%c3%b6rd"),
        ("smile😀d", "smile\\ud83d\\ude00d", "***"),
        ("a%41bcde", "a%41bcde aAbcde a%2541bcde", "*** *** ***"),
        ("a<b>c&d", "a&lt;b&gt;c&amp;d a\\u003cb\\u003ec\\u0026d", "*** ***"),
        ("secret", "736563726574 YXNlY3JldA==", "*** YX***A=="),
        ("séc-ret", "73c3a9632d726574 73C3A9632D726574", "*** ***"),
    ])
    func wholeFormsAreStruckOut(_ secret: String, _ text: String, _ wanted: String) {
        let forms = SecretForms(of: SharedSecret(text: secret)).forms
        let shown = masked(text, forms.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } })
        #expect(shown == wanted)
    }

    @Test func whereAPieceEndsChangesNothing() {
        let text = Array("..abcabcdab-abcdabcdeab.cdecde!abc".utf8)
        let secrets = ["abcd", "cde", "dabcde", "abcdab"]
        let whole = masked([text], secrets)
        for first in 0...text.count {
            for second in first...text.count {
                let pieces = [Array(text[..<first]), Array(text[first..<second]), Array(text[second...])]
                #expect(masked(pieces, secrets) == whole, "\(first) \(second)")
            }
        }
        #expect(masked(text.map { [$0] }, secrets) == whole)
    }

    /// Compares with a slow and simple implementation, on texts in which nearly everything matches.
    @Test func agreesWithASlowWay() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            let letters = Array("ab".utf8)
            func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: lengths, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
            }
            let secrets = (0..<Int.random(in: 1...4, using: &random)).map { _ in word(1...5) }
            let text = word(0...40)
            let cut = Int.random(in: 0...text.count, using: &random)
            let names = secrets.map { String(decoding: $0, as: UTF8.self) }
            #expect(
                masked([Array(text[..<cut]), Array(text[cut...])], names) == slowly(text, secrets), "\(text) \(names)")
        }
    }

    private func slowly(_ text: [UInt8], _ secrets: [[UInt8]]) -> [UInt8] {
        var isSecret = [Bool](repeating: false, count: text.count)
        for secret in secrets where secret.count <= text.count {
            for start in 0...(text.count - secret.count) where Array(text[start..<(start + secret.count)]) == secret {
                for index in start..<(start + secret.count) { isSecret[index] = true }
            }
        }
        var out: [UInt8] = []
        for index in text.indices {
            if !isSecret[index] {
                out.append(text[index])
            } else if index == 0 || !isSecret[index - 1] {
                out += Array("***".utf8)
            }
        }
        return out
    }

    /// Only text that may be part of a secret is held back.
    @Test func whatCannotBePartOfASecretPassesAtOnce() {
        var mask = SecretMask(SecretAutomaton([SharedSecret(text: "secret")]))
        func passed(_ text: String) -> String {
            var out = Secret()
            Array(text.utf8).withUnsafeBytes { mask.feed($0, to: &out) }
            return out.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(passed("Password: ") == "Password: ")
        #expect(passed("se") == "")
        #expect(passed("x") == "sex")
        #expect(passed("secret") == "***")
        #expect(passed("secre") == "")
        #expect(passed("se") == "secre")
        #expect(passed("!") == "se!")
    }
}

struct SecretFormsTests {
    private func forms(_ text: String) -> Set<String> {
        Set(
            SecretForms(of: SharedSecret(text: text)).forms.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
        )
    }

    @Test func knowsHowProgramsWriteValues() {
        let forms = forms("a b/\"c+ü~")
        for form in [
            "a b/\"c+ü~", "a%20b%2F%22c%2B%C3%BC~", "a%20b%2f%22c%2b%c3%bc~", "a+b%2F%22c%2B%C3%BC%7E", "a b/\\\"c+ü~",
            "a b\\/\\\"c+ü~", "YSBiLyJjK8O8fg==", "YSBiLyJjK8O8fg",
        ] {
            #expect(forms.contains(form), "\(form)")
        }
        #expect(self.forms("s%3Aabc.def").contains("s:abc.def"))
        #expect(self.forms("\"quoted\"").contains("quoted"))
    }

    /// Within a longer base64 text, the digits of a value depend on its position.
    @Test(arguments: ["", "x", "xy", "xyz", "sid="])
    func isFoundWithinWhatWasEncoded(_ before: String) {
        for value in ["secret", "secret1", "secret12"] {
            for after in ["", "z", "zz", "zzz"] {
                let text = encoded(before + value + after)
                #expect(forms(value).contains { $0.count >= 6 && text.contains($0) }, "\(before) \(value) \(after)")
            }
        }
    }

    private func encoded(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { start in
                digits[(0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
            })
    }

    @Test func whatIsTooShortIsLeftOut() {
        #expect(forms("12345").allSatisfy { $0.utf8.count >= 6 && $0 != "12345" })
        #expect(SecretForms(of: SharedSecret(text: "1")).forms.isEmpty)
    }
}
