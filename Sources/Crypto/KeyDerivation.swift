internal import COpenSSL
public import Core
public import Secrets

/// HKDF (RFC 5869) with HMAC-SHA256.
public enum HKDF {
    /// Extracts and expands `count` bytes (1 to 8160) from `key`.
    public static func sha256(
        key: borrowing Secret, salt: [UInt8], info: [UInt8], count: Int
    ) throws(FedauthError) -> Secret {
        guard count > 0, count <= 255 * Digest.sha256.count else {
            throw FedauthError(.other, "a key of \(count) bytes cannot be derived by HKDF")
        }
        // Without a salt, RFC 5869 section 2.2 uses zeros; HMAC pads with zeros anyway.
        let salt = Secret(salt)
        let pseudorandomKey = try key.withBytes { (key) throws(FedauthError) in
            try Digest.sha256.authenticate(key, key: salt)
        }
        var output = Secret(capacity: count + Digest.sha256.count)
        var block = Secret(capacity: Digest.sha256.count + info.count + 1)
        var counter: UInt8 = 0
        while output.count < count {
            counter += 1
            info.withRawBytes { block.append($0) }
            block.append(counter)
            block = try block.withBytes { (block) throws(FedauthError) in
                try Digest.sha256.authenticate(block, key: pseudorandomKey)
            }
            output.append(block)
        }
        output.truncate(to: count)
        return output
    }
}

/// scrypt (RFC 7914), which makes guessing a passphrase cost memory.
public struct Scrypt: Sendable, Equatable {
    /// The base-2 logarithm of the cost parameter N.
    public var logN: Int
    /// The block size.
    public var r: Int
    /// The parallelisation parameter.
    public var p: Int

    /// Creates the parameters; they are checked only by `derive`. Defaults: r 8, p 1.
    public init(logN: Int, r: Int = 8, p: Int = 1) { (self.logN, self.r, self.p) = (logN, r, p) }

    /// The memory that a derivation needs, in bytes.
    public var memoryBytes: UInt64 {
        // B, V and the two working blocks of RFC 7914 section 4, counted as EVP_PBE_scrypt does.
        let block = 128 * UInt64(clamping: r)
        return block * UInt64(clamping: p) + block * (1 << UInt64(clamping: min(logN, 40))) + 2 * block
    }

    /// Derives `count` bytes from `passphrase` (`EVP_PBE_scrypt(3)`). Fails before it allocates when that would take
    /// more than `memoryCap` bytes.
    public func derive(
        passphrase: borrowing Secret, salt: [UInt8], count: Int, memoryCap: UInt64
    ) throws(FedauthError) -> Secret {
        guard (1...40).contains(logN), (1...64).contains(r), (1...64).contains(p), memoryBytes <= memoryCap
        else { throw FedauthError(.other, "scrypt with N=2^\(logN), r=\(r), p=\(p) is above the cap on memory") }
        OpenSSL.prepared
        var output = Secret(capacity: count)
        let done = output.withMutableBytes(count: count) { output in
            passphrase.withBytes { passphrase in
                EVP_PBE_scrypt(
                    passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt, salt.count,
                    1 << UInt64(logN), UInt64(r), UInt64(p), memoryCap, output.octets, output.count)
            }
        }
        guard done == 1 else {
            throw OpenSSL.failure(
                "EVP_PBE_scrypt", "the passphrase could not be stretched",
                hint: "it takes \(memoryBytes >> 20) MiB of memory; raise the limit of this process or container")
        }
        return output
    }
}
