public import Core
public import Crypto

extension SystemRandom {
    /// Returns random bytes as hexadecimal digits, for addresses and states that must not be guessable: use at least
    /// 16.
    public static func text(bytes count: Int) throws(FedauthError) -> String {
        Hexadecimal.text(try SystemRandom().bytes(count))
    }

    /// Returns a random UUID (RFC 9562 section 5.4), in its usual spelling.
    public static func uuid() throws(FedauthError) -> String {
        var bytes = try SystemRandom().bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hexadecimal.text(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
