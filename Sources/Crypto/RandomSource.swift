internal import COpenSSL
public import Core
public import Secrets

/// A source of random bytes. It is a protocol so that tests can use fixed bytes.
public protocol RandomSource: Sendable {
    /// Overwrites the whole buffer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FedauthError)
}

extension RandomSource {
    /// Returns `count` bytes that are not secret: salts, nonces, identifiers.
    public func bytes(_ count: Int) throws(FedauthError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withMutableRawBytes { (buffer) throws(FedauthError) in try fill(buffer) }
        return bytes
    }

    /// Returns `count` bytes for a key.
    public func secret(_ count: Int) throws(FedauthError) -> Secret {
        var secret = Secret(capacity: count)
        try secret.withMutableBytes(count: count) { (buffer) throws(FedauthError) in try fill(buffer) }
        return secret
    }
}

/// libcrypto's generator (`RAND_priv_bytes(3)`), seeded by `getrandom(2)`.
public struct SystemRandom: RandomSource {
    /// Creates the source; all share the one generator of the process.
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
