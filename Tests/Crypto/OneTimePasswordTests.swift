import Core
import Crypto
import Secrets
import Testing

struct OneTimePasswordTests {
    private static let key = "12345678901234567890"

    @Test(arguments: [
        (59, "94287082", "46119246", "90693936"),
        (1_111_111_109, "07081804", "68084774", "25091201"),
        (1_111_111_111, "14050471", "67062674", "99943326"),
        (1_234_567_890, "89005924", "91819424", "93441116"),
        (2_000_000_000, "69279037", "90698825", "38618901"),
        (20_000_000_000, "65353130", "77737706", "47863826"),
    ])
    func `codes of RFC 6238 appendix B`(seconds: Int, sha1: String, sha256: String, sha512: String) throws {
        let time = Timestamp(seconds: Int64(seconds))
        for (digest, count, expected) in [
            (Digest.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            let key = Secret((0..<count).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) })
            let code = try OneTimePassword(key: key, digest: digest, digits: 8).code(at: time)
            let isExpected = code.equals(Secret(expected.utf8))
            #expect(isExpected)
        }
    }

    private func code(_ text: String, at seconds: Int64 = 59) throws -> String {
        let secret = try OneTimePassword(reading: Secret(text.utf8)).code(at: Timestamp(seconds: seconds))
        return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "gezd gnbv gy3t qojq gezd gnbv gy3t qojq\n",
        "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ====",
        "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "GEZD\u{A0}GNBV\u{2009}GY3T\u{202F}QOJQ\u{3000}GEZD\u{2011}GNBV\u{2013}GY3T\u{200B}QOJQ",
        "\u{FEFF} otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://totp/x?secret=GEZD+GNBV+GY3T+QOJQ+GEZD+GNBV+GY3T+QOJQ&digits=&period=&algorithm=&encoder=&t0=0",
        "otpauth://totp/x?issuer=y&amp;Secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&amp;ALGORITHM=HmacSHA1",
        "OTPAUTH://TOTP/Some%20One:me?issuer=a%26b&secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq%3D&digits=6#frag",
    ])
    func `the key is read in every common spelling`(text: String) throws {
        #expect(try code(text) == "287082")
    }

    @Test func `an address sets digits, period and algorithm`() throws {
        let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        #expect(try code("otpauth://totp/x?secret=\(key)&digits=8") == "94287082")
        #expect(try code("otpauth://totp/x?secret=\(key)&digits=8&period=60", at: 119) == "94287082")
        let long = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA===="
        for name in ["sha256", "SHA-256", "HmacSHA256", "hmac-sha-256"] {
            #expect(try code("otpauth://totp/x?secret=\(long)&digits=8&algorithm=\(name)") == "46119246")
            #expect(try code("otpauth://totp/x?DIGITS=8&secret=\(long)&amp;Algorithm=\(name)") == "46119246")
        }
    }

    @Test(arguments: [
        "", "   ", "0189", "GEZDGN", "A", "ABC", "AA=A", "otpauth://hotp/x?secret=GEZDGNBV&counter=1",
        "otpauth://hotp/x",
        "otpauth://totp/x", "otpauth://totp/x?", "otpauth://totp/x#?secret=GEZDGNBV",
        "otpauth://totp/x?secret=",
        "otpauth://totp/x?secret=GEZDGNBV&digits=5",
        "otpauth://totp/x?secret=GEZDGNBV&digits=99999999999999999999",
        "otpauth://totp/x?secret=GEZDGNBV&period=0", "otpauth://totp/x?secret=GEZDGNBV&period=-30",
        "otpauth://totp/x?secret=GEZDGNBV&algorithm=MD5", "otpauth://totp/x?secret=%4",
        "otpauth://totp/x?secret=%zz",
        "otpauth://totp", "otpauth://", "otpauth://totp/x?secret=GEZDGNBV&encoder=steam", "steam://GEZDGNBV",
        "otpauth://totp/x?secret=GEZDGNBV&secret=GEZDGNBV", "otpauth://totp/x?secret=GEZDGNBV&digits=6&digits=8",
        "otpauth://totp/x?secret=GEZDGNBV&algorithm=SHA384", "otpauth://totp/x?secret=GEZDGNBV&t0=30",
        "otpauth-migration://offline?data=GEZDGNBV", "GEZDGNBVGY3TQOJQA",
    ])
    func `what is no key is refused`(text: String) {
        let error = #expect(throws: FedauthError.self) { try code(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains("Google") == text.hasPrefix("otpauth-migration:"))
        #expect(error?.message.contains("counted") == text.hasPrefix("otpauth://hotp/"))
    }

    @Test func `there is no code before 1970`() throws {
        let generator = try OneTimePassword(key: Secret("key".utf8))
        #expect(throws: FedauthError.self) { _ = try generator.code(at: Timestamp(seconds: -1)).count }
    }
}
