internal import COpenSSL
public import Core
public import Secrets

/// Where random bytes come from. A protocol, so that test vectors can be made from fixed ones.
public protocol RandomSource: Sendable {
    /// Overwrites the whole buffer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FedauthError)
}

extension RandomSource {
    /// `count` bytes that are no secret: salts, nonces, identifiers.
    public func bytes(_ count: Int) throws(FedauthError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withMutableRawBytes { (buffer) throws(FedauthError) in try fill(buffer) }
        return bytes
    }

    /// `count` bytes that are a key.
    public func secret(_ count: Int) throws(FedauthError) -> Secret {
        var secret = Secret(capacity: count)
        try secret.withMutableBytes(count: count) { (buffer) throws(FedauthError) in try fill(buffer) }
        return secret
    }
}

/// libcrypto's generator: `RAND_priv_bytes(3)`, seeded by `getrandom(2)`.
public struct SystemRandom: RandomSource {
    /// The generator of the process; there is only one.
    public init() {}

    /// Overwrites the buffer (`RAND_priv_bytes(3)`); throws `error` when the generator has no entropy.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
        OpenSSL.prepared
        guard RAND_priv_bytes(start.assumingMemoryBound(to: UInt8.self), Int32(clamping: buffer.count)) == 1
        else {
            throw OpenSSL.failure("RAND_priv_bytes")
        }
    }
}
