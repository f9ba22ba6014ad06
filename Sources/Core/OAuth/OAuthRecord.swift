public import Secrets

/// How a session's token was got, so that it is renewed and revoked without looking for its server again.
public struct OAuthRecord: Sendable, Equatable {
    /// The issuer, byte for byte (RFC 8414 section 2).
    public var issuer: String
    /// The client's identifier.
    public var client: String
    /// The way to the token.
    public var grant = OAuthGrantType.code
    /// The scope that was asked for; nil: the server's default.
    public var scope: String?
    /// The resource that was asked for (RFC 8707); nil: none.
    public var resource: String?
    /// The audience that was asked for; nil: none.
    public var audience: String?
    /// The texts of the next two, which are read when they are asked for, at a sign-out.
    var revocationText: String?, endText: String?
    /// The revocation endpoint (RFC 7009); nil: the server has none.
    public var revocation: WebURL? {
        get { revocationText.flatMap { try? WebURL($0) } }
        set { revocationText = newValue?.description }
    }
    /// The address that ends the user's session at the server (OpenID Connect RP-initiated logout); nil: none.
    public var end: WebURL? { endText.flatMap { try? WebURL($0) } }
    /// The ID token (OpenID Connect core section 2); nil: none was issued.
    public private(set) var idToken: SharedSecret?
    /// When the ID token ends; nil: it does not say. Kept beside it: programs ask more often than it is issued.
    public private(set) var idTokenExpires: Timestamp?
    /// The secret of the client's registration, which another registration at the issuer must not replace; nil: it has none, or the
    /// user names its source.
    public var secret: SharedSecret?
    /// Whether that secret goes into the body.
    public var isInBody = false
    /// Whether the client has proved who it is: without the proof no request is worth sending.
    public var isConfidential = false
    /// Whether the user has named the client, which is not that of a registration.
    public var isNamed = false

    /// Creates a record for a client of an issuer.
    public init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    /// Takes a new ID token; nil: none was issued.
    public mutating func take(idToken token: SharedSecret?) {
        (idToken, idTokenExpires) = (token, token.flatMap { JSONWebToken($0) }?.expires)
    }

    /// Returns the client that the token was got as, without what the user names for it.
    public var asClient: OAuthClient { OAuthClient(identifier: client, registered: secret, isInBody: isInBody) }

    /// Returns whether a token for this one also has `scope`.
    public func covers(scope: String?) -> Bool {
        scope.map { OAuthScope.words($0).isSubset(of: OAuthScope.words(self.scope ?? "")) } ?? true
    }
}

/// Lists of scopes (RFC 6749 section 3.3).
public enum OAuthScope {
    /// More than a service asks for: one that names ever more scopes gets no longer lists.
    public static let maximumCount = 50

    /// Returns the scopes of a list.
    public static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }

    /// Returns all scopes of both lists, each once; nil for none.
    public static func union(_ first: String?, _ second: String?) -> String? {
        var seen: Set<Substring> = []
        let all = [first, second].compactMap(\.self).flatMap { $0.split(separator: " ") }.filter {
            seen.insert($0).inserted
        }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
}

/// The fields of a record inside those of a token.
extension OAuthRecord: FieldCoded {
    /// Nil for a grant of a later version.
    static func coded(_ record: OAuthRecord?, by coder: inout FieldCoder) -> OAuthRecord? {
        guard let issuer = coder.text(1, record?.issuer), let client = coder.text(2, record?.client),
            let grant = coder.word(3, record?.grant)
        else { return nil }
        var result = OAuthRecord(issuer: issuer, client: client)
        result.grant = grant
        result.scope = coder.text(4, record?.scope)
        result.resource = coder.text(5, record?.resource)
        result.audience = coder.text(6, record?.audience)
        result.revocationText = coder.text(7, record?.revocationText)
        result.endText = coder.text(8, record?.endText)
        result.idToken = coder.secret(9, record?.idToken)
        result.secret = coder.secret(10, record?.secret)
        result.isInBody = coder.flag(11, record?.isInBody)
        result.isConfidential = coder.flag(12, record?.isConfidential)
        result.isNamed = coder.flag(13, record?.isNamed)
        result.idTokenExpires = coder.time(14, record?.idTokenExpires)
        // An earlier version wrote no end.
        if record == nil, result.idTokenExpires == nil, let token = result.idToken { result.take(idToken: token) }
        return result
    }
}

extension Session {
    /// Whether its token can be renewed without a person, as far as it is known here.
    public var isRenewable: Bool {
        guard let token, let record = token.oauth else { return false }
        return token.refresh != nil || record.grant.isUnattended
    }

    /// Returns whether its token should be renewed now: it can be, and of its life less than a tenth, or less than a minute, is
    /// left, or less than what is wanted.
    public func isDue(at moment: Timestamp, forSeconds wanted: Int64 = 0) -> Bool {
        guard isRenewable, let end = token?.expires else { return false }
        return end.seconds(since: moment) < max(wanted, min(60, max(1, end.seconds(since: obtained) / 10)))
    }
}
