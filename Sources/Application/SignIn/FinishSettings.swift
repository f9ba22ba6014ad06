public import Core

/// How a sign-in in pages ends, and what is kept of it.
public struct FinishSettings {
    /// The address that ends it; nil: the method's usual one.
    public var finish: String?
    /// The parameter of the finish address that is the result; nil: cookies are.
    public var finishToken: String?
    /// The name of a cookie that must be there too.
    public var finishCookie: String?
    /// The service's sign-out address.
    public var logoutURL: String?
    /// Keep what the identity provider says.
    public var keepsAssertion = false

    /// The usual finish.
    public init() {}

    /// The name of the cookie that must be there; nil: none must. Throws `usage` for what is no name.
    public var cookie: String? {
        get throws(FedauthError) {
            guard let name = finishCookie else { return nil }
            guard !name.isEmpty,
                !name.unicodeScalars.contains(where: { $0.value <= 0x20 || "=;,".unicodeScalars.contains($0) })
            else {
                throw FedauthError(
                    .usage, "'--finish-cookie \(name.folded(to: 60))' is no name of a cookie",
                    hint: "give the name alone, such as 'session'")
            }
            return name
        }
    }

    /// The service's own sign-out; nil: none was named.
    public var logout: Session.Logout? {
        get throws(FedauthError) {
            guard let text = logoutURL else { return nil }
            return Session.Logout(url: try WebURL(argument: text), isPost: false)
        }
    }
}
