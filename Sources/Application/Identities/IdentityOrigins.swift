public import Core

/// The servers that an identity is bound to, as they are typed.
public enum IdentityOrigins {
    /// Returns each origin once, in order. Throws `usage` for a word that is not an https address.
    public static func parse(_ words: [String]) throws(FedauthError) -> [Origin] {
        var origins: [Origin] = []
        for word in words {
            guard !word.contains("*") else {
                throw FedauthError(
                    .usage, "'\(word.folded(to: 80))' names more than one server",
                    hint: "an identity is bound to exact hosts; repeat the option for each")
            }
            let origin = try WebURL(argument: word).origin
            guard origin.scheme == .https else {
                throw FedauthError(
                    .usage, "'\(word.folded(to: 80))' is not an https address",
                    hint: "only there a server can ask for a certificate")
            }
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }
}
