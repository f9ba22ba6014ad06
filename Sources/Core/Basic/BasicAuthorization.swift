public import Secrets

/// The answer to a Basic challenge (RFC 7617 section 2).
public enum BasicAuthorization {
    /// Returns the value of the `Authorization` field: `Basic ` and the base64 of `user:password`. Throws `usage` for a
    /// user name with a colon, which is the separator, and for text that `charset` cannot encode.
    public static func value(
        user: String, password: SharedSecret, charset: CredentialCharset
    ) throws(FedauthError) -> SharedSecret {
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw FedauthError(
                .usage,
                "the user name '\(String(user.prefix { $0 != ":" }).folded(to: 60)):…' holds a colon, which Basic authentication cannot carry",
                hint: "sign in by another name, or by another scheme ('--scheme') where the server offers one")
        }
        return value(
            user: try charset.encode(SharedSecret(text: user), as: "user name"),
            password: try charset.encode(password, as: "password"))
    }

    /// Returns the value for a user name without a colon and a password that are encoded already.
    static func value(user: consuming Secret, password: consuming Secret) -> SharedSecret {
        user.append(UInt8(ascii: ":"))
        user.append(password)
        var value = Secret()
        value.append("Basic ")
        Base64.encode(SharedSecret(user)).withBytes { value.append($0) }
        return SharedSecret(value)
    }
}
