public import Core
internal import Glibc
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

/// The kernel's generator (`getentropy(3)`).
public struct SystemRandom: RandomSource {
    /// The largest number of bytes of one call.
    private static let callBytes = 256

    /// Creates the source.
    public init() {}

    /// Overwrites the buffer (`getentropy(3)`), waiting until the kernel has gathered entropy after the start of the
    /// machine. Throws `error` when the kernel refuses.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FedauthError) {
        for start in stride(from: 0, to: buffer.count, by: Self.callBytes) {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[start...].prefix(Self.callBytes))
            guard let bytes = part.baseAddress, getentropy(bytes, part.count) == 0 else {
                throw FedauthError(.other, "the kernel gives no random bytes", causes: ["getentropy: errno \(errno)"])
            }
        }
    }
}
