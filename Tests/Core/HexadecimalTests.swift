import Secrets
import Testing

@testable import Core

/// Tests both spellings of bytes as hexadecimal digits.
struct HexadecimalTests {
    @Test func `every byte comes back from small digits and from capitals`() {
        let all = Array(UInt8.min...UInt8.max)
        let text = Hexadecimal.text(all)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect(Hexadecimal.bytes(text.utf8) == all)
        #expect(Hexadecimal.bytes(text.uppercased().utf8) == all)
        #expect(Hexadecimal.text([]) == "" && Hexadecimal.bytes([]) == [])
    }

    @Test(arguments: ["0", "0g", "g0", "0 ", "+1", "0x", "012", "\u{FF11}\u{FF11}"]) func `anything else is refused`(
        text: String
    ) {
        #expect(Hexadecimal.bytes(text.utf8) == nil)
    }

    @Test func `what is kept stays, everything else is encoded`() {
        let encoding = PercentEncoding { $0 == UInt8(ascii: "a") }
        #expect(encoding.encode("aA é") == "a%41%20%C3%A9")
        var secret = Secret()
        for byte in [0x61, 0x00, 0xAF] as [UInt8] { encoding.append(byte, to: &secret) }
        #expect(SharedSecret(secret).equals("a%00%AF"))
    }
}
