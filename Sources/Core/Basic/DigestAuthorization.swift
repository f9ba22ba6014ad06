public import Secrets

/// The answer to a Digest challenge (RFC 7616 section 3.4), valid for one request.
public enum DigestAuthorization {
    /// Returns the value of the `Authorization` field for a request with that method and target (path and query, as in
    /// the request line), the `count`th that uses this nonce.
    public static func value(
        _ challenge: DigestChallenge, user: String, password: SharedSecret, charset: CredentialCharset,
        method: String, target: String, count: Int = 1, hashing: any DigestHashing
    ) throws(FedauthError) -> SharedSecret {
        func hash(_ content: borrowing Secret) throws(FedauthError) -> Secret {
            guard let hash = hashing.hash(content, by: challenge.algorithm) else {
                throw FedauthError(
                    .other, "the server asks for Digest by '\(challenge.algorithm.rawValue)', which libcrypto refuses",
                    hint: "its operator can offer SHA-256")
            }
            return hash
        }
        let clientNonce = try hashing.nonce()
        let hexadecimal = String(count, radix: 16)
        let nonceCount = String(repeating: "0", count: max(0, 8 - hexadecimal.count)) + hexadecimal
        let realm = try charset.encode(SharedSecret(text: challenge.realm), as: "realm")
        var userAndRealm = try charset.encode(SharedSecret(text: user), as: "user name")
        userAndRealm.append(":")
        userAndRealm.append(realm)

        // The hash of A1 (section 3.4.2).
        var content = userAndRealm.copy()
        content.append(":")
        content.append(try charset.encode(password, as: "password"))
        var key = try hash(content)
        if challenge.isSession {
            key.append(":\(challenge.nonce):\(clientNonce)")
            key = try hash(key)
        }
        // The hash of A2 (section 3.4.3).
        let request = try hash(Secret("\(method):\(target)".utf8))
        key.append(":\(challenge.nonce):")
        if challenge.hasQuality { key.append("\(nonceCount):\(clientNonce):auth:") }
        key.append(request)
        let response = try hash(key)

        var value = Secret()
        value.append("Digest username=\"")
        if challenge.hashesUser {
            value.append(try hash(userAndRealm))
        } else {
            quote(try charset.encode(SharedSecret(text: user), as: "user name"), to: &value)
        }
        value.append("\", realm=\"")
        quote(realm, to: &value)
        value.append("\", uri=\"\(target)\"")
        if let spelling = challenge.spelling { value.append(", algorithm=\(token(spelling))") }
        value.append(", nonce=\"")
        quote(Secret(challenge.nonce.utf8), to: &value)
        value.append("\"")
        if challenge.hasQuality { value.append(", nc=\(nonceCount), cnonce=\"\(clientNonce)\", qop=auth") }
        value.append(", response=\"")
        value.append(response)
        value.append("\"")
        if let opaque = challenge.opaque {
            value.append(", opaque=\"")
            quote(Secret(opaque.utf8), to: &value)
            value.append("\"")
        }
        if challenge.hashesUser { value.append(", userhash=true") }
        return SharedSecret(value)
    }

    /// Appends the content of a quoted string (RFC 9110 section 5.6.4).
    private static func quote(_ content: borrowing Secret, to value: inout Secret) {
        content.withBytes { bytes in
            for byte in bytes {
                if byte == 0x22 || byte == 0x5C { value.append(UInt8(0x5C)) }
                value.append(byte)
            }
        }
    }

    /// Returns the spelling as a token. Only known algorithms get here, with letters, digits and hyphens.
    private static func token(_ spelling: String) -> String {
        String(decoding: spelling.utf8.filter { $0.isLetter || $0.isDigit || $0 == 0x2D }, as: UTF8.self)
    }
}

/// The hashes and random texts of Digest (RFC 7616 section 6.1); a protocol, because Core has no cryptography.
public protocol DigestHashing: AnyObject {
    /// Returns the hash in lower-case hexadecimal digits; nil when the library refuses it, such as MD5 with FIPS.
    func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret?

    /// Returns an unpredictable text of letters and digits, for the client's nonce.
    func nonce() throws(FedauthError) -> String
}
