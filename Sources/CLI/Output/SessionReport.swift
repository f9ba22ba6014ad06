import Application
import Core

/// A session as `status` and the sign-in commands report it; contains no secret.
struct SessionReport: Encodable {
    enum State: String, Encodable {
        case valid, expired
    }

    /// The stored token; never its value.
    struct Token: Encodable {
        var kind: String
        /// Seconds since 1970; nil if not stated.
        var expires: Int64?
        var audience: String?
        /// The server's name for the token's type, and the user; nil if not stated.
        var type: String?
        var principal: String?
    }

    struct Place: Encodable {
        var backend: String
        var location: String
    }

    var profile: String
    var method: String
    var url: String
    var user: String?
    var presenter: String
    var state: State
    /// Seconds since 1970.
    var obtained: Int64
    var expires: Int64
    var expiresAt: String
    var expiryBasis: String
    /// The number of cookies that the service receives.
    var cookies: Int
    /// The kind of session: `cookies` or `token`.
    var result: String
    /// The HTTP authentication scheme, and the realm; nil for a session with cookies.
    var scheme: String?
    var realm: String?
    /// Nil without a token.
    var token: Token?
    var store: Place
    /// The server's answer; nil when it was not asked.
    var checked: Bool?
    /// For the sign-in commands: false when the session existed already.
    var fresh: Bool?

    init(_ session: Session, store: any CredentialStore, now: Timestamp, checked: Bool? = nil, fresh: Bool? = nil) {
        profile = session.name
        method = session.method
        url = session.url.origin.description + session.url.path
        user = session.user
        presenter = session.presenter
        state = session.isValid(at: now) && checked != false ? .valid : .expired
        obtained = session.obtained.seconds
        expires = session.expires.seconds
        expiresAt = session.expires.iso8601
        expiryBasis = session.expiryBasis.rawValue
        cookies = session.jar.cookies.count { $0.isFor(host: session.url.host) && !$0.isExpired(at: now) }
        result = session.result.rawValue
        scheme = session.access?.scheme.rawValue
        realm = session.access?.realm
        token = session.token.map {
            Token(
                kind: $0.kind.rawValue, expires: $0.expires?.seconds, audience: $0.audience, type: $0.type,
                principal: $0.principal)
        }
        self.store = Place(backend: store.backend, location: store.location)
        self.checked = checked
        self.fresh = fresh
    }

    init(_ status: SessionStatus, store: any CredentialStore, now: Timestamp) {
        self.init(status.session, store: store, now: now, checked: status.checked)
    }

    /// Returns one line for the user.
    ///
    /// - Parameter isLocal: shows the time of this machine's zone.
    func line(now: Timestamp, isLocal: Bool = false) -> String {
        let who = user.map { " as \($0)" } ?? ""
        let basis = expiryBasis == Session.ExpiryBasis.assumed.rawValue ? ", as is assumed" : ""
        let answer = checked == true ? "; the server accepts it now" : ""
        let end = ShownTime(Timestamp(seconds: expires), now: now)
        let until = "\(isLocal ? end.local : expiresAt) (\(end.distance)\(basis))"
        if checked == false { return "\(profile): the server has ended the session\(who) at \(url)" }
        if state == .expired && expires > now.seconds {
            let what = result == Session.Result.token.rawValue ? "token" : "cookie"
            return "\(profile): the session\(who) has no \(what) left for \(url)"
        }
        return state == .valid
            ? "\(profile): signed in\(who) at \(url), valid until \(until)\(answer)"
            : "\(profile): the session\(who) at \(url) ended \(until)"
    }

    /// Returns when the user signed in.
    func signedIn(now: Timestamp) -> String { ShownTime(Timestamp(seconds: obtained), now: now).text() }

    /// The fields of the session in the list that a terminal shows.
    static let headers = ["NAME", "STATE", "USER", "ENDS", "ADDRESS"]
    var fields: [Table.Field] {
        let isAssumed = expiryBasis == Session.ExpiryBasis.assumed.rawValue
        let word =
            switch checked {
            case nil: state.rawValue
            case true?: "accepted"
            case false?: "refused"
            }
        return [
            .text(profile), .text(word), .text(user ?? "-"),
            .time(Timestamp(seconds: expires), note: isAssumed ? "assumed" : nil), .text(url),
        ]
    }
}
