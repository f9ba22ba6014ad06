import Core

extension FinishOptions {
    /// The name of the cookie that must be there; nil: none must. Throws `usage` for what is no name.
    var cookie: String? {
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
    var logout: Session.Logout? {
        get throws(FedauthError) {
            guard let text = logoutUrl else { return nil }
            return Session.Logout(url: try WebURL(argument: text), isPost: false)
        }
    }
}
