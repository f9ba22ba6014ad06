public import Core

/// The end of a sign-in with pages, and what is kept of it.
public struct FinishSettings {
    /// The address that ends it; nil: the default of the method.
    public var finish: String?
    /// The parameter of the finish address that is the result; nil: the cookies are the result.
    public var finishToken: String?
    /// The name of a cookie that must also be set.
    public var finishCookie: String?
    /// The service's sign-out address.
    public var logoutURL: String?
    /// Keeps the identity provider's assertion.
    public var keepsAssertion = false

    /// Creates the default.
    public init() {}

    /// The name of the required cookie; nil: none. Throws `usage` for an invalid name.
    public var cookie: String? {
        get throws(FedauthError) {
            guard let name = finishCookie else { return nil }
            guard !name.isEmpty,
                !name.unicodeScalars.contains(where: { $0.value <= 0x20 || "=;,".unicodeScalars.contains($0) })
            else {
                throw FedauthError(
                    .usage, "'--finish-cookie \(name.folded(to: 60))' is not the name of a cookie",
                    hint: "give the name alone, such as 'session'")
            }
            return name
        }
    }

    /// The service's own sign-out; nil: none is named.
    public var logout: Session.Logout? {
        get throws(FedauthError) {
            guard let text = logoutURL else { return nil }
            return Session.Logout(url: try WebURL(argument: text), isPost: false)
        }
    }
}
