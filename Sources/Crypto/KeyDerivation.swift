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
