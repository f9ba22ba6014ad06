public import Secrets

/// What git and a credential helper say to each other (git-credential(1), "Input/output format"): for what a credential
/// is wanted, and the credential itself.
public struct CredentialDescription: Sendable, Equatable {
    /// `protocol`, such as `https`.
    public var scheme: String?
    /// `host`, with the port if one was given.
    public var host: String?
    /// `path`, without the slash at its beginning.
    public var path: String?
    /// `username`.
    public var user: String?
    /// `password`.
    public var password: SharedSecret?
    /// `password_expiry_utc`; nil: never.
    public var passwordExpires: Timestamp?
    /// `oauth_refresh_token`.
    public var refreshToken: SharedSecret?
    /// `authtype`.
    public var authorizationScheme: String?
    /// `credential`: encoded as the scheme wants it.
    public var authorization: SharedSecret?
    /// `ephemeral`: not to be kept.
    public var isEphemeral = false
    /// `continue`: a further round will follow.
    public var isContinued = false
    /// `quit`: nobody else is to be asked.
    public var quits = false
    /// `wwwauth[]`: what the server asked for.
    public var challenges: [SharedSecret] = []
    /// `state[]`: what a helper wants to be given back.
    public var states: [SharedSecret] = []
    /// `capability[]`: what the other side understands; ours to use only then.
    public var capabilities: Set<Capability> = []

    /// Parts of the protocol that not every program knows.
    public enum Capability: String, Sendable, CaseIterable {
        /// `authtype`, `credential`, `ephemeral`.
        case authtype
        /// `state[]`, `continue`.
        case state
    }

    /// A description of nothing yet.
    public init() {}

    /// For what a credential is wanted; nil when that is not said: no protocol, or no host. What names no host must
    /// never get a host's credential.
    public var scope: CredentialScope? {
        guard let scheme, !scheme.isEmpty, let host, !host.isEmpty else { return nil }
        return CredentialScope(.git, server: "\(scheme)://\(host)", path: path)
    }

    /// The protection space for which `fedauth basic` would keep the credential; nil when no challenge for a password names
    /// a realm (`wwwauth[]`), or there is no such address.
    var protectionSpace: CredentialScope? {
        let fields = challenges.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
        let asking = Challenge.read(fields).first { challenge in
            [.basic, .digest].contains(AuthenticationScheme(challenge)) && challenge.realm != nil
        }
        guard let realm = asking?.realm, let origin else { return nil }
        return ProtectionSpace(origin, realm: realm).scope()
    }

    /// The origin; nil for what is no address of the web.
    var origin: Origin? {
        guard let scheme, let host else { return nil }
        return try? WebURL("\(scheme)://\(host)/").origin
    }

    /// The credential, as it would be kept; nil when there is neither a password nor an authorization.
    public var credential: Credential? {
        var credential = Credential(user: user, password: password, refreshToken: refreshToken)
        if let authorizationScheme, let authorization {
            credential.authorization = Credential.Authorization(scheme: authorizationScheme, value: authorization)
        }
        guard credential.password != nil || credential.authorization != nil else { return nil }
        credential.expires = passwordExpires
        return credential
    }

    /// Takes over what is stored: all of it as long as it holds, else only what renews it.
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

    /// True when nobody needs to be asked.
    public var isComplete: Bool { user != nil && password != nil || authorization != nil }

    /// `https://ada@host/path`, for a question; what could mislead is percent-encoded.
    public var place: String {
        let name = user.flatMap { $0.isEmpty ? nil : CredentialEntry.encoding.encode($0) + "@" } ?? ""
        let folder = path.map { "/" + CredentialEntry.encoding.encode($0) } ?? ""
        return CredentialEntry.encoding.encode(scheme ?? "") + "://" + name
            + CredentialEntry.encoding.encode(host ?? "") + folder
    }
}
