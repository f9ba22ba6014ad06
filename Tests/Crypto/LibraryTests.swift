import Core
import Secrets
import Testing

@testable import Crypto

/// Compares libgcrypt with libcrypto, which takes over where libgcrypt cannot be used.
struct LibraryTests {
    private static let sizes = [0, 1, 15, 16, 17, 63, 64, 65, 1000, 70_000]

    @Test(arguments: sizes) func `both libraries seal to the same bytes and open them`(count: Int) throws {
        let random = SystemRandom()
        let key = try random.secret(AESGCM.keyBytes)
        guard let gcrypt = GcryptCipher(key: key) else {
            Issue.record("libgcrypt cannot be used")
            return
        }
        let ciphers: [any SealingCipher] = [gcrypt, try OpenSSLCipher(key: key)]
        let plain = try random.secret(count)
        let additional = try random.bytes(count % 50)
        // More than one message, in both directions: a cipher keeps its key.
        for round in 0..<3 {
            let nonce = try random.bytes(AESGCM.nonceBytes)
            var sealed: [[UInt8]] = []
            for cipher in ciphers {
                sealed.append(
                    try plain.withBytes { try AESGCM(cipher).seal($0, nonce: nonce, additional: additional) })
            }
            #expect(sealed[0] == sealed[1], "round \(round)")
            for cipher in ciphers {
                let opens = try self.opens(sealed[0], by: cipher, nonce, additional, to: plain)
                #expect(opens, "round \(round)")
                var altered = sealed[0]
                altered[round % altered.count] ^= 4
                let opensAltered = try self.opens(altered, by: cipher, nonce, additional, to: plain)
                #expect(!opensAltered, "round \(round)")
            }
        }
    }

    /// Opens a message as a copy and in place, and requires that both succeed or both fail.
    private func opens(
        _ sealed: [UInt8], by cipher: any SealingCipher, _ nonce: [UInt8], _ additional: [UInt8],
        to plain: borrowing Secret
    ) throws -> Bool {
        let gcm = AESGCM(cipher)
        var message = Secret(sealed)
        let isOpened = try nonce.withRawBytes { nonce in
            try additional.withRawBytes { try gcm.open(inPlace: &message, nonce: nonce, additional: $0) }
        }
        guard let opened = try gcm.open(sealed, nonce: nonce, additional: additional) else {
            let isWiped = message.isEmpty
            #expect(!isOpened && isWiped)
            return false
        }
        let isSame = opened.equals(plain) && message.equals(plain)
        #expect(isOpened && isSame)
        return true
    }

    @Test(arguments: sizes) func `both libraries hash to the same bytes`(count: Int) throws {
        let bytes = try SystemRandom().secret(count)
        let key = try SystemRandom().secret(count % 200)
        try bytes.withBytes { bytes in
            let hashes = (try Digest.sha256.hash(bytes), try Digest.sha256.hashByOpenSSL(bytes))
            #expect(hashes.0 == hashes.1)
            let code = try Digest.sha256.authenticate(bytes, key: key)
            let isSame = try code.equals(Digest.sha256.authenticateByOpenSSL(bytes, key: key))
            #expect(isSame)
        }
    }

    @Test func `random bytes differ, and every byte is written`() throws {
        let random = SystemRandom()
        #expect(try random.bytes(32) != random.bytes(32))
        #expect(Set(try random.bytes(100_000)).count == 256)
        #expect(try random.bytes(0).isEmpty)
    }
}
