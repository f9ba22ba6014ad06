import Glibc
import Secrets
import Testing

struct SecretTests {
    @Test func keepsBytesAndANulBehindThem() {
        var secret = Secret()
        secret.append("pässwörd")
        secret.append(0)
        #expect(secret.count == 11)
        secret.withBytes { bytes in
            #expect(Array(bytes) == Array("pässwörd".utf8) + [0])
            #expect(bytes.baseAddress?.load(fromByteOffset: 11, as: UInt8.self) == 0)
        }
    }

    @Test func anEmptySecretLendsAPointerToANul() {
        let secret = Secret()
        secret.withBytes { bytes in
            #expect(bytes.isEmpty)
            #expect(bytes.baseAddress?.load(as: UInt8.self) == 0)
        }
    }

    @Test func growsOverPagesAndShrinks() {
        var secret = Secret()
        for index in 0..<20_000 { secret.append(UInt8(truncatingIfNeeded: index)) }
        secret.withBytes { #expect($0[19_999] == UInt8(truncatingIfNeeded: 19_999)) }
        secret.truncate(to: 3)
        secret.withMutableBytes(count: 5) { #expect(Array($0) == [0, 1, 2, 0, 0]) }
    }

    @Test func comparesByContent() {
        let isSame = Secret([1, 2, 3]).equals(Secret([1, 2, 3]))
        let isShorter = Secret([1, 2, 3]).equals(Secret([1, 2]))
        #expect(isSame && !isShorter)
        #expect(SharedSecret(text: "abc") == SharedSecret(text: "abc"))
        #expect(SharedSecret(text: "abc") != SharedSecret(text: "abd"))
        #expect(SharedSecret(text: "abc").equals("abc"))
    }

    @Test func doesNotTellItsContentWhenPrinted() {
        let secret = SharedSecret(text: "needle-in-a-haystack")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("needle"))
    }

    /// Reads the process's own memory: after the secret is released, its pages must be unmapped or wiped.
    @Test func leavesNothingBehind() {
        let mark: [UInt8] = (0..<16).map { UInt8($0) &* 37 &+ 11 }
        var address: UInt = 0
        do {
            var secret = Secret()
            for byte in mark { secret.append(byte) }
            secret.withBytes { address = UInt(bitPattern: $0.baseAddress) }
        }
        var found = [UInt8](repeating: 0, count: 16)
        let memory = open("/proc/self/mem", O_RDONLY)
        defer { close(memory) }
        let count = pread(memory, &found, 16, off_t(address))
        #expect(count < 16 || found != mark)
    }
}
