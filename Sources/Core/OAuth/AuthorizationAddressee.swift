public import Secrets

/// The one server that an authorization request is for: it alone is told the redirect address and the state, and the
/// code is its own. A server that only a service names could pass the request on to another one, where the user is
/// known, and would then get that one's code together with the proof key (mix-up, RFC 9700 section 4.4). One that the
/// user names may pass it on: many do.
public struct AuthorizationAddressee: Sendable {
    let server: Origin
    let redirect: WebURL
    let state: String

    /// Throws `host-not-allowed` for a request (`form`: what is posted) to another server that has the redirect address
    /// or the state as a value, as a claim of a request object (RFC 9101), or in an address of that server to which it
    /// is to lead on. An address of the first one may have them: where it asks another one who the user is, that leads
    /// back to it.
    public func check(_ url: WebURL, form: SharedSecret?) throws(FedauthError) {
        let isFinish = url.origin == redirect.origin && url.path == redirect.path
        guard url.origin != server, !isFinish else { return }
        let values = Self.values(url.query) + (form.map { FormBody($0).fields.map(\.value) } ?? [])
        // The state of a server that asks another one by SAML is an address of its own.
        let isPassedOn =
            url.query?.contains("SAMLRequest=") != true && Self.values(url.query).contains { leads($0, at: url) }
        guard isPassedOn || values.contains(where: isOwn) else { return }
        throw FedauthError(
            .refusedHost,
            "'\(server.hostAndPort)', which only the service names, passes the sign-in on to "
                + "'\(url.origin.hostAndPort)'",
            hint: "nothing was sent there: its code would go to '\(server.hostAndPort)'; name the issuer that is right "
                + "yourself, by 'fedauth oauth https://…' or '--issuer'")
    }

    /// Throws `host-not-allowed` for an answer that another server (`sender`, nil when unknown) brings by a redirect or
    /// a page. That it names its server (RFC 9207) counts for nothing here: the first one may have written that into
    /// the redirect address that it passed on.
    public func check(answerFrom sender: Origin?) throws(FedauthError) {
        guard let sender, sender != server else { return }
        throw FedauthError(
            .refusedHost, "'\(sender.hostAndPort)' answers for '\(server.hostAndPort)', which only the service names",
            hint: "its code was not used, and went nowhere; name the issuer that is right yourself, by "
                + "'fedauth oauth https://…' or '--issuer'")
    }

    private func isOwn(_ value: SharedSecret) -> Bool { value.equals(redirect.description) || value.equals(state) }

    /// Returns whether a value of a query, which is no secret, has them in it.
    private func leads(_ value: SharedSecret, at url: WebURL) -> Bool {
        let text = value.withBytes { String(decoding: $0, as: UTF8.self) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3, let payload = Base64.decode(SharedSecret(text: String(parts[1]))),
            let claims = try? JSONReader.parse(payload, of: "the request")
        {
            return ["redirect_uri", "state"].contains { claims[$0]?.secret.map(isOwn) ?? false }
        }
        guard let inner = try? url.resolving(text), inner.origin != server else { return false }
        return Self.values(inner.query).contains(where: isOwn)
    }

    private static func values(_ query: String?) -> [SharedSecret] {
        query.map { FormBody(SharedSecret(text: $0)).fields.map(\.value) } ?? []
    }
}
