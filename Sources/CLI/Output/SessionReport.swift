import Application
import Core

/// A session as `status` and the sign-in commands report it; contains no secret.
struct SessionReport {
    let session: Session
    let store: any CredentialStore
    let now: Timestamp
    /// The server's answer; nil when it was not asked.
    var checked: Bool?
    /// Why its token is not renewed without a person.
    var hindrance: String?
    /// For the sign-in commands: false when the session existed already.
    var fresh: Bool?

    var isValid: Bool { session.isValid(at: now) && checked != false }
    /// Whether it needs no sign-in: the next command that uses its token renews it first.
    var isRenewable: Bool { !isValid && checked != false && session.isRenewable && hindrance == nil }
    private var state: String { isValid ? "valid" : isRenewable ? "renewable" : "expired" }
    private var url: String { session.url.origin.description + session.url.path }

    var json: JSONValue {
        .sorted([
            "profile": .text(session.name), "method": .text(session.method), "url": .text(url),
            "user": .text(ifAny: session.user), "presenter": .text(session.presenter), "state": .text(state),
            "obtained": .time(session.obtained), "expires": .time(session.expires),
            "expiryBasis": .text(session.expiryBasis.rawValue),
            // Those that the service receives.
            "cookieCount": .integer(
                session.jar.cookies.count { $0.isFor(host: session.url.host) && !$0.isExpired(at: now) }),
            "result": .text(session.result.rawValue), "scheme": .text(ifAny: session.access?.scheme.rawValue),
            "realm": .text(ifAny: session.access?.realm),
            "token": session.token?.json,
            "store": .sorted(["backend": .text(store.backend), "location": .text(store.location)]),
            "checked": checked.map(JSONValue.bool), "fresh": fresh.map(JSONValue.bool),
        ])
    }

    /// Returns one line for the user, with times in this machine's zone if `isLocal`.
    func line(isLocal: Bool = false) -> String {
        let (name, who) = (session.name.printable, session.user.map { " as \($0.printable)" } ?? "")
        let basis = session.expiryBasis == .assumed ? ", as is assumed" : ""
        let answer = checked == true ? "; the server accepts it now" : ""
        let end = ShownTime(session.expires, now: now)
        let until = "\(isLocal ? end.local : session.expires.iso8601) (\(end.distance)\(basis))"
        if checked == false { return "\(name): the server has ended the session\(who) at \(url)" }
        if isRenewable {
            return "\(name): signed in\(who) at \(url), the token ended \(until) and is renewed when it is used"
        }
        if !isValid && session.expires > now {
            return
                "\(name): the session\(who) has no \(session.result == .token ? "token" : "cookie") left for \(url)"
        }
        return isValid
            ? "\(name): signed in\(who) at \(url), valid until \(until)\(answer)"
            : "\(name): the session\(who) at \(url) ended \(until)"
                + (hindrance.map { ", and is not renewed: \($0)" } ?? "")
    }

    /// The lines below that one: the store, the token, and for a person the time of the sign-in.
    func details(isLocal: Bool) -> String {
        let token = session.token.map { token in
            let isOver = token.expires.map { $0 <= now } ?? false
            return "  with a token, '\(token.kind.rawValue)', which "
                + (isOver ? "has expired\n" : "'fedauth token' prints\n")
        }
        return (isLocal ? "  signed in \(ShownTime(session.obtained, now: now).text())\n" : "")
            + "  kept in the \(store.backend) (\(store.location.printable))\n" + (token ?? "")
    }

    /// The fields of the session in the list that a terminal shows.
    static let headers = ["NAME", "STATE", "USER", "ENDS", "ADDRESS"]
    var fields: [Table.Field] {
        [
            .text(session.name), .text(checked.map { $0 ? "accepted" : "refused" } ?? state),
            .text(session.user ?? "-"),
            .time(session.expires, note: session.expiryBasis == .assumed ? "assumed" : nil), .text(url),
        ]
    }
}

extension SessionReport {
    init(_ status: SessionStatus, store: any CredentialStore, now: Timestamp) {
        self.init(session: status.session, store: store, now: now, checked: status.checked, hindrance: status.hindrance)
    }
}
