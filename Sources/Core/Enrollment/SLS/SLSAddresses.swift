internal import Secrets

/// The two addresses of a profile of a Secure Login Server.
public struct SLSAddresses: Sendable, Equatable {
    /// Where somebody signs in.
    public var login: WebURL
    /// Where the certificate comes from.
    public var certificate: WebURL
    /// The server as it is kept and shown.
    public var base: WebURL
    /// The profile of the server.
    public var code: String

    /// Of the server at `base` and its profile `code`. The base may be the server (`https://sls.example.org`), a directory
    /// below which `SecureLoginServer` is, or the whole address of the login, profile and all.
    ///
    /// Throws `insecure-address` for http, and `usage` without a profile.
    public init(base: WebURL, code: String?, words: SLSVocabulary) throws(FedauthError) {
        guard base.scheme == .https else {
            throw FedauthError(
                .insecureAddress, "'\(base.withoutQuery)' is not encrypted, and passwords go there",
                hint: "a Secure Login Server speaks https; name that address")
        }
        let named = base.query.flatMap { FormBody(SharedSecret(text: $0)).value(of: "profile") }?
            .withBytes { String(decoding: $0, as: UTF8.self) }
        guard let code = code ?? named, !code.isEmpty else {
            throw FedauthError(
                .usage, "no profile of the Secure Login Server was named",
                hint: "name it by '--profile-code CODE'; its administrator knows it, or the login's address holds it")
        }
        var directory = base.path
        for known in [words[.loginPath], words[.certificatePath], "SecureLoginServer"] {
            if directory.hasSuffix("/" + known) { directory = String(directory.dropLast(known.count + 1)) }
            if directory.hasSuffix("/" + known + "/") { directory = String(directory.dropLast(known.count + 2)) }
        }
        while directory.hasSuffix("/") { directory.removeLast() }
        let query = FormBody.field("profile", SharedSecret(text: code)).withBytes {
            String(decoding: $0, as: UTF8.self)
        }
        func address(_ term: SLSVocabulary.Term) -> WebURL {
            let path = words[term]
            return base.with(path: path.hasPrefix("/") ? path : "\(directory)/\(path)", query: query)
        }
        login = address(.loginPath)
        certificate = address(.certificatePath)
        self.base = base.with(path: directory.isEmpty ? "/" : directory)
        self.code = code
    }
}
