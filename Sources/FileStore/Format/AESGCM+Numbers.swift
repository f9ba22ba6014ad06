internal import Core
internal import Crypto

extension AESGCM {
    /// Returns the nonce of message `number`, for a key that seals each number once: 12 bytes, big-endian.
    static func nonce(_ number: Int) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: nonceBytes - 4)
        nonce.append(bigEndian: UInt32(clamping: number))
        return nonce
    }
}
