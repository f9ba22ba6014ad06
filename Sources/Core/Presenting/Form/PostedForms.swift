/// The login forms that were posted. One that comes back is not sent again by itself, whatever that means: each try may count.
struct PostedForms {
    /// For each form, the names of the cookies that its server had set before.
    private var cookies: [String: Set<String>] = [:]

    /// Whether none was posted.
    var isEmpty: Bool { cookies.isEmpty }

    /// Returns whether the form was posted.
    func contains(_ form: String) -> Bool { cookies[form] != nil }

    /// What it means that a form is there.
    enum Meaning {
        case new, refused
        /// The server may have accepted it, and another one asks for more, or has lost the session.
        case unclear
    }

    /// Records that a form is posted.
    mutating func insert(_ form: String, at server: Origin, with jar: CookieJar) {
        cookies[form] = Self.names(jar, server)
    }

    /// Returns what it means that the form is there now. The server may show progress by leading on to another one with a cookie
    /// that it had not set when the form was posted; either alone is none.
    ///
    /// - Parameter hasLeft: whether another server was asked since the form was posted.
    func meaning(of form: String, saysError: Bool, hasLeft: Bool, at server: Origin, with jar: CookieJar) -> Meaning {
        guard let before = cookies[form] else { return .new }
        return hasLeft && !saysError && !Self.names(jar, server).isSubset(of: before) ? .unclear : .refused
    }

    private static func names(_ jar: CookieJar, _ server: Origin) -> Set<String> {
        Set(jar.cookies.filter { $0.setBy == server }.map(\.name))
    }
}
