import Core
import Crypto
import Secrets
import Testing

struct AESGCMTests {
    @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 1000, 65537])
    func `what was sealed opens to the same bytes`(count: Int) throws {
        let random = SystemRandom()
        let cipher = try AESGCM(key: random.secret(32))
        let plain = try random.secret(count)
        let nonce = try random.bytes(12)
        let sealed = try plain.withBytes { try cipher.seal($0, nonce: nonce, additional: [1, 2]) }
        #expect(sealed.count == count + AESGCM.tagBytes)
        let isSame = try sealed.withUnsafeBytes { sealed in
            guard let opened = try cipher.open(sealed, nonce: nonce, additional: [1, 2]) else { return false }
            return opened.equals(plain)
        }
        #expect(isSame)
    }

    @Test func `no flipped bit, cut or wrong companion opens`() throws {
        let cipher = try AESGCM(key: Secret(1...32))
        let nonce = [UInt8](0..<12)
        let sealed = try Secret("twenty-one bytes here".utf8).withBytes {
            try cipher.seal($0, nonce: nonce, additional: [7])
        }
        func opens(_ bytes: [UInt8], _ nonce: [UInt8], _ additional: [UInt8]) throws -> Bool {
            try bytes.withUnsafeBytes { bytes in
                if try cipher.open(bytes, nonce: nonce, additional: additional) != nil { true } else { false }
            }
        }
        #expect(try opens(sealed, nonce, [7]))
        for bit in 0..<(sealed.count * 8) {
            var other = sealed
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !opens(other, nonce, [7]))
        }
        for count in 0..<sealed.count { #expect(try !opens(Array(sealed.prefix(count)), nonce, [7])) }
        #expect(try !opens(sealed, nonce, [8]))
        #expect(try !opens(sealed, nonce, []))
        #expect(try !opens(sealed, [UInt8](1..<13), [7]))
    }

    @Test func `keys and nonces of other lengths are refused`() throws {
        #expect(throws: FedauthError.self) { _ = try AESGCM(key: Secret(1...31)) }
        let cipher = try AESGCM(key: Secret(1...32))
        #expect(throws: FedauthError.self) {
            _ = try Secret().withBytes { try cipher.seal($0, nonce: [1], additional: []) }
        }
    }
}
