public import Secrets

/// Writes a description in git's own order.
extension CredentialDescription {
    /// The answer to `credential capability`: the capabilities that this version supports.
    public static var announcement: String {
        "version 0\n" + Capability.allCases.map { "capability \($0.rawValue)\n" }.joined()
    }

    /// Returns a helper's answer: the credential without the input, because "well behaving helpers should refrain" from
    /// more (gitcredentials(7)).
    public func answer() throws(FedauthError) -> Secret {
        var out = Secret()
        try writeAuthorization(to: &out)
        try writeCredential(to: &out)
        return out
    }

    /// Returns the whole description, for the program that requested the credential.
    public func text() throws(FedauthError) -> Secret {
        var out = Secret()
        try writeAuthorization(to: &out)
        if capabilities.contains(.state) { out.append("capability[]=state\n") }
        try Self.write("protocol", scheme, to: &out)
        try Self.write("host", host, to: &out)
        try Self.write("path", path, to: &out)
        try writeCredential(to: &out)
        for challenge in challenges { try Self.write("wwwauth[]", challenge, to: &out) }
        if capabilities.contains(.state) {
            if isContinued { out.append("continue=1\n") }
            for state in states { try Self.write("state[]", state, to: &out) }
        }
        return out
    }

    private func writeAuthorization(to out: inout Secret) throws(FedauthError) {
        guard capabilities.contains(.authtype), let authorizationScheme, let authorization else { return }
        // Must come before the values that depend on it.
        out.append("capability[]=authtype\n")
        try Self.write("authtype", authorizationScheme, to: &out)
        try Self.write("credential", authorization, to: &out)
        if isEphemeral { out.append("ephemeral=1\n") }
    }

    private func writeCredential(to out: inout Secret) throws(FedauthError) {
        try Self.write("username", user, to: &out)
        if let password { try Self.write("password", password, to: &out) }
        if let refreshToken { try Self.write("oauth_refresh_token", refreshToken, to: &out) }
        if let passwordExpires { out.append("password_expiry_utc=\(passwordExpires.seconds)\n") }
    }

    private static func write(_ key: String, _ text: String?, to out: inout Secret) throws(FedauthError) {
        if let text { try write(key, SharedSecret(text: text), to: &out) }
    }

    /// Writes a value. Refuses one that would be read as two lines, or as another value.
    private static func write(_ key: String, _ value: SharedSecret, to out: inout Secret) throws(FedauthError) {
        try value.withBytes { (bytes) throws(FedauthError) in
            guard !bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
                throw FedauthError(
                    .usage, "the stored '\(key)' holds a line break or a NUL, which git's protocol cannot carry",
                    hint: "store it again without")
            }
            guard key.utf8.count + 2 + bytes.count <= lineBytes else {
                throw FedauthError(
                    .usage, "the stored '\(key)' is longer than a line of git's protocol, \(lineBytes) bytes")
            }
            out.append(key + "=")
            out.append(bytes)
            out.append("\n")
        }
    }
}
