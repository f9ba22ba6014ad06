internal import Secrets

/// The addresses of a profile of a Secure Login Server.
public struct SLSAddresses: Sendable, Equatable {
    /// The address of the login.
    public var login: WebURL
    /// The address that issues the certificate.
    public var certificate: WebURL
    /// The address of the server, for storing and messages.
    public var base: WebURL
    /// The profile of the server.
    public var code: String

    /// Derives the addresses from the profile `code` and `base`: the server (`https://sls.example.org`), the directory
    /// that contains `SecureLoginServer`, or the full address of the login including the profile. Throws
    /// `insecure-address` for http, and `usage` without a profile.
    public init(base: WebURL, code: String?, words: SLSVocabulary) throws(FedauthError) {
        guard base.scheme == .https else {
            throw FedauthError(
                .insecureAddress, "'\(base.withoutQuery)' is not encrypted, and passwords go there",
                hint: "a Secure Login Server speaks https; name that address")
        }
        guard !base.path.hasPrefix("/.well-known/est") else {
            throw FedauthError(
                .usage, "'\(base.withoutQuery)' is the address of an EST server", hint: "add '--protocol est'")
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
