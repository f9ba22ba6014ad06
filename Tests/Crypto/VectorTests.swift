import Core
import Crypto
import Secrets
import Testing

/// Tests known answers from the documents that define the algorithms.
struct VectorTests {
    @Test func `SHA-256 of FIPS 180-4`() throws {
        #expect(
            hexText(try Digest.sha256.hash(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hexText(try Digest.sha256.hash([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `HMAC-SHA256 of RFC 4231, case 2`() throws {
        let mac = try Secret("what do ya want for nothing?".utf8).withBytes {
            try Digest.sha256.authenticate($0, key: Secret("Jefe".utf8))
        }
        #expect(hexText(mac) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `HKDF of RFC 5869, cases 1 to 3`() throws {
        let first = try HKDF.sha256(
            key: Secret(repeatElement(0x0B, count: 22)), salt: hex("000102030405060708090a0b0c"),
            info: hex("f0f1f2f3f4f5f6f7f8f9"), count: 42)
        #expect(
            hexText(first)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        let second = try HKDF.sha256(
            key: Secret(0x00...0x4F), salt: Array(0x60...0xAF), info: Array(0xB0...0xFF), count: 82)
        #expect(
            hexText(second)
                == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da"
                + "3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87")
        let third = try HKDF.sha256(
            key: Secret(repeatElement(0x0B, count: 22)), salt: [], info: [], count: 42)
        #expect(
            hexText(third)
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test func `HKDF refuses lengths that RFC 5869 has not`() {
        #expect(throws: FedauthError.self) {
            _ = try HKDF.sha256(key: Secret([1]), salt: [], info: [], count: 0).count
        }
        #expect(throws: FedauthError.self) {
            _ = try HKDF.sha256(key: Secret([1]), salt: [], info: [], count: 8161).count
        }
    }

    @Test func `scrypt of RFC 7914 section 12`() throws {
        let first = try Scrypt(logN: 10, r: 8, p: 16).derive(
            passphrase: Secret("password".utf8), salt: Array("NaCl".utf8), count: 64, memoryCap: 64 << 20)
        #expect(
            hexText(first)
                == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830da"
                + "c727afb94a83ee6d8360cbdfa2cc0640")
        let second = try Scrypt(logN: 14, r: 8, p: 1).derive(
            passphrase: Secret("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), count: 64,
            memoryCap: 64 << 20)
        #expect(
            hexText(second)
                == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9"
                + "e61e85dc0d651e40dfcf017b45575887")
    }

    @Test func `scrypt refuses what is above the cap before it allocates`() {
        for cost in [Scrypt(logN: 40), Scrypt(logN: 63), Scrypt(logN: -1), Scrypt(logN: 17, r: 1 << 30)] {
            #expect(throws: FedauthError.self) {
                _ = try cost.derive(passphrase: Secret([1]), salt: [1], count: 32, memoryCap: 256 << 20).count
            }
        }
    }

    @Test func `the default cost fits into its cap`() throws {
        #expect(Scrypt(logN: 17).memoryBytes <= (128 << 20) + (1 << 20))
        _ = try Scrypt(logN: 15).derive(
            passphrase: Secret("x".utf8), salt: [1], count: 32, memoryCap: Scrypt(logN: 15).memoryBytes)
    }

    @Test func `AES-256-GCM of NIST's test cases 13 to 16`() throws {
        let zero = try AESGCM(key: Secret(repeatElement(0, count: 32)))
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(
            hexText(try Secret().withBytes { try zero.seal($0, nonce: nonce, additional: []) })
                == "530f8afbc74536b9a963b4f1c4cb738b")
        #expect(
            hexText(
                try Secret(nonce + [0, 0, 0, 0]).withBytes { try zero.seal($0, nonce: nonce, additional: []) }
            )
                == "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
        let cipher = try AESGCM(
            key: Secret(hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")))
        let plain = hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
                + "b16aedf5aa0de657ba637b39")
        let sealed = try Secret(plain).withBytes {
            try cipher.seal(
                $0, nonce: hex("cafebabefacedbaddecaf888"),
                additional: hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
        }
        #expect(
            hexText(sealed)
                == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b")
    }
}
