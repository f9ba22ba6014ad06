/// A network of IP addresses, as `192.168.0.0/16` and `fe80::/10` (RFC 4632 section 3.1, RFC 4291 section 2.3).
public struct IPNetwork {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads a network; nil for an address without a length, and for a name.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = IPAddress.bytes(of: parts[0]), let bits = Int(parts[1]),
            (0...bytes.count * 8).contains(bits)
        else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    /// Returns whether an address, which may have brackets, is in the network; false for a name.
    public func contains(_ host: some StringProtocol) -> Bool {
        guard let address = IPAddress.bytes(of: host), address.count == bytes.count else { return false }
        return zip(address, bytes).enumerated().allSatisfy { index, pair in
            let left = min(max(bits - index * 8, 0), 8)
            return (pair.0 ^ pair.1) >> (8 - left) == 0
        }
    }
}
