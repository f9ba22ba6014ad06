/// The login forms that were posted: one that comes back was refused, unless the server has accepted it and asks again, as
/// for a higher level of authentication.
struct PostedForms {
    /// For each form, the names of the cookies that its server had set before.
    private var cookies: [String: Set<String>] = [:]
    private var acceptedAgain: Set<String> = []

    /// Whether none was posted.
    var isEmpty: Bool { cookies.isEmpty }

    /// Returns whether the form was posted.
    func contains(_ form: String) -> Bool { cookies[form] != nil }

    /// What it means that a form is there.
    enum Meaning {
        case new, refused, accepted
    }

    /// Records that a form is posted.
    mutating func insert(_ form: String, at server: Origin, with jar: CookieJar) {
        cookies[form] = Self.names(jar, server)
    }

    /// Returns what it means that the form is there now. The server shows progress by leading on to another one, and by a cookie
    /// that it had not set when the form was posted; alone, the cookie may count the tries. A form is accepted once: a server
    /// could set new cookies without end.
    ///
    /// - Parameter hasLeft: whether another server was asked since the form was posted.
    mutating func meaning(
        of form: String, saysError: Bool, hasLeft: Bool, at server: Origin, with jar: CookieJar
    ) -> Meaning {
        guard let before = cookies[form] else { return .new }
        guard hasLeft, !saysError, !Self.names(jar, server).isSubset(of: before), acceptedAgain.insert(form).inserted
        else {
            return .refused
        }
        return .accepted
    }

    private static func names(_ jar: CookieJar, _ server: Origin) -> Set<String> {
        Set(jar.cookies.filter { $0.setBy == server }.map(\.name))
    }
}
