public import Secrets

/// The answers of identity providers that a sign-in has carried to a service: each says that the user was accepted.
public struct PassedAnswers: Sendable {
    /// How many there were.
    public private(set) var count = 0
    /// The server that got the last one.
    public private(set) var receiver: Origin?
    /// The servers that were asked, each once where requests in a row go to one.
    private(set) var trail: [Origin] = []
    /// Where the sign-in begins and ends.
    public var goals: [WebURL] = []
    /// The pages that were asked for there, and the last page anywhere.
    private(set) var reached: [String] = []
    private(set) var last = ""
    /// What was requested of that server after it.
    private var asked: WebURL?
    /// The cookies that servers have set in vain, by their names.
    private var refused: [(setBy: Origin, name: String, why: CookieJar.Refusal)] = []
    private static let mostRefused = 50
    /// How often each address got an answer.
    private var times: [String: Int] = [:]
    /// AD FS itself refuses the sixth token within 20 seconds, and then all requests of that session.
    static let mostTimes = 4

    /// Parameters that carry an answer: SAML 2.0 bindings 3.4 to 3.6, WS-Federation 13.2.1, CAS 3.0 section 2.2.4.
    private static let names = ["SAMLResponse", "SAMLart", FederationMessage.parameter, "ticket"]
    /// What stands beside the `code` of an authorization response (RFC 6749 section 4.1.2, RFC 9207).
    private static let besideCode = ["state", "iss", "session_state"]

    /// Records a request for a document.
    public mutating func note(_ url: WebURL, form: SharedSecret?) {
        if trail.last != url.origin { trail.append(url.origin) }
        last = url.withoutQuery
        if form == nil, goals.contains(where: { $0.withoutQuery == last }) { reached.append(last) }
        guard
            Self.isCarried(
                by: [url.query.map { SharedSecret(text: $0) }, form].compactMap(\.self).map { FormBody($0) })
        else {
            if url.origin == receiver { asked = url }
            return
        }
        count += 1
        times[last, default: 0] += 1
        (receiver, asked) = (url.origin, nil)
    }

    /// Throws `redirect-loop` when a service sends each answer back to its sender.
    func requireNoLoop() throws(FedauthError) {
        guard times[last, default: 0] > Self.mostTimes else { return }
        throw FedauthError(
            .loop,
            "'\(receiver?.hostAndPort ?? last)' does not keep what the identity provider answers: it got that "
                + "\(Self.mostTimes) times",
            hint: "its cookies or its clock may be wrong; '--trace FILE' shows the way")
    }

    /// Returns whether a query or a form carries an answer.
    public static func isCarried(by parts: [FormBody]) -> Bool {
        func has(_ name: String) -> Bool { parts.contains { $0.value(of: name)?.isEmpty == false } }
        return names.contains(where: has) || has("code") && besideCode.contains(where: has)
    }

    /// Records the cookies of a response that no jar keeps.
    mutating func note(_ cookies: [(name: String, why: CookieJar.Refusal)], of origin: Origin) {
        refused += cookies.map { (origin, $0.name, $0.why) }
        refused.removeFirst(max(0, refused.count - Self.mostRefused))
    }

    /// Returns the error for a login that an identity provider shows again although it has accepted the user, with the
    /// cookies that were kept and what a page on the way there said of it.
    func lostSession(at provider: Origin, _ jar: CookieJar, saying words: String? = nil) -> FedauthError {
        let service = receiver ?? provider
        // A browser may not tell which of two ports of a host has set a cookie.
        let exact = jar.cookies.filter { $0.setBy == service }
        let own = exact.isEmpty ? jar.cookies.filter { $0.setBy.host == service.host } : exact
        let why: String
        if let cookie = refused.last(where: { $0.setBy == service }) {
            why = "its cookie '\(cookie.name.folded(to: 60))' is not kept: \(cookie.why.rawValue)"
        } else if let cookie = asked.flatMap({ url in own.first { !$0.isSent(to: url) } }) {
            why =
                "its cookie '\(cookie.name.folded(to: 60))' is for '\(cookie.domain.folded(to: 100) + cookie.path.folded(to: 60))' "
                + "only"
        } else if own.isEmpty {
            why = "it sets no cookie"
        } else {
            why =
                "its cookies (\(own.prefix(5).map { "'\($0.name.folded(to: 60))'" }.joined(separator: ", "))) do not hold it"
        }
        return FedauthError(
            .loop,
            "'\(provider.hostAndPort)' accepted the sign-in, but '\(service.hostAndPort)' does not keep the session and asks "
                + "again: \(why)" + (words.map { "; it said: \($0.folded(to: 160))" } ?? ""),
            hint: "the fault is the service's: tell its operator; no password was forgotten")
    }
}
