public import Secrets

/// A message between git and a credential helper (git-credential(1), "Input/output format"): the target of a
/// credential, and the credential itself.
public struct CredentialDescription: Sendable, Equatable {
    /// `protocol`, such as `https`.
    public var scheme: String?
    /// `host`, with the port if there is one.
    public var host: String?
    /// `path`, without a leading slash.
    public var path: String?
    /// `username`.
    public var user: String?
    /// `password`.
    public var password: SharedSecret?
    /// `password_expiry_utc`; nil for never.
    public var passwordExpires: Timestamp?
    /// `oauth_refresh_token`.
    public var refreshToken: SharedSecret?
    /// `authtype`.
    public var authorizationScheme: String?
    /// `credential`: encoded as the scheme requires.
    public var authorization: SharedSecret?
    /// `ephemeral`: not to be stored.
    public var isEphemeral = false
    /// `continue`: another round follows.
    public var isContinued = false
    /// `quit`: git must not try other helpers or prompt.
    public var quits = false
    /// `wwwauth[]`: the server's challenges.
    public var challenges: [SharedSecret] = []
    /// `state[]`: data that git returns to the helper.
    public var states: [SharedSecret] = []
    /// `capability[]`: what the other side supports; fedauth uses only these.
    public var capabilities: Set<Capability> = []

    /// Optional parts of the protocol.
    public enum Capability: String, Sendable, CaseIterable {
        /// `authtype`, `credential`, `ephemeral`.
        case authtype
        /// `state[]`, `continue`.
        case state
    }

    /// Creates an empty description.
    public init() {}

    /// Whether it is about the key of a certificate: git names its file and no host (http.sslCertPasswordProtected).
    var namesFile: Bool { scheme == "cert" && (host ?? "").isEmpty && !(path ?? "").isEmpty }

    /// The target of the credential; nil without protocol or host: a description without a host never gets a host's.
    public var scope: CredentialScope? {
        if namesFile { return CredentialScope(.git, server: "cert://", path: path) }
        guard let scheme, !scheme.isEmpty, let host, !host.isEmpty else { return nil }
        return CredentialScope(.git, server: "\(scheme)://\(host)", path: path)
    }

    /// The protection space in which `fedauth basic` would store the credential; nil when no challenge for a password
    /// names a realm (`wwwauth[]`), or the address is invalid.
    var protectionSpace: CredentialScope? {
        let asking = readChallenges.first { challenge in
            [.basic, .digest].contains(AuthenticationScheme(challenge)) && challenge.realm != nil
        }
        guard let realm = asking?.realm, let origin else { return nil }
        return ProtectionSpace(origin, realm: realm).scope()
    }

    /// The challenges, read.
    var readChallenges: [Challenge] {
        Challenge.read(challenges.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } })
    }

    /// The origin; nil when the address is not http or https.
    var origin: Origin? { url?.origin }

    /// The address; nil when it is not http or https.
    var url: WebURL? {
        guard let scheme, let host else { return nil }
        return try? WebURL("\(scheme)://\(host)/\(path ?? "")")
    }

    /// The credential to store; nil when there is neither a password nor an authorization.
    public var credential: Credential? {
        var credential = Credential(user: user, password: password, refreshToken: refreshToken)
        if let authorizationScheme, let authorization {
            credential.authorization = Credential.Authorization(scheme: authorizationScheme, value: authorization)
        }
        guard credential.password != nil || credential.authorization != nil else { return nil }
        credential.expires = passwordExpires
        return credential
    }

    /// Adds a stored credential: all of it while it is valid, otherwise only the refresh token.
    mutating func fill(from credential: Credential, at moment: Timestamp) {
        user = credential.user ?? user
        refreshToken = credential.refreshToken
        guard !credential.hasExpired(at: moment) else { return }
        password = credential.password
        passwordExpires = credential.expires
        if capabilities.contains(.authtype), let stored = credential.authorization {
            authorizationScheme = stored.scheme
            authorization = stored.value
        }
    }

    /// Whether it is complete, so that no prompt is needed.
    public var isComplete: Bool { user != nil && password != nil || authorization != nil }

    /// `https://ada@host/path`, for a prompt; misleading characters are percent-encoded.
    public var place: String {
        let name = user.flatMap { $0.isEmpty ? nil : PercentEncoding.unreserved.encode($0) + "@" } ?? ""
        let folder = path.map { "/" + CredentialEntry.encoding.encode($0) } ?? ""
        return CredentialEntry.encoding.encode(scheme ?? "") + "://" + name
            + CredentialEntry.encoding.encode(host ?? "") + folder
    }
}

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
