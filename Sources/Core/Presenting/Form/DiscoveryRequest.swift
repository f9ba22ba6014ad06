import Secrets

/// A request to choose an identity provider (OASIS, Identity Provider Discovery Service Protocol and Profile, 2.4.1).
struct DiscoveryRequest {
    /// The service that asks.
    let service: String
    /// Where the answer goes.
    let target: WebURL
    /// The parameter of `target` for the answer.
    let parameter: String

    /// Returns nil for an address without the parameters of the protocol.
    init?(_ url: WebURL) {
        guard let query = url.query else { return nil }
        let body = FormBody(SharedSecret(text: query))
        func value(_ name: String) -> String? {
            body.value(of: name).map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }.flatMap {
                $0.isEmpty ? nil : $0
            }
        }
        guard let service = value("entityID"), let written = value("return"), let target = try? WebURL(written) else {
            return nil
        }
        self.service = service
        self.target = target
        parameter = value("returnIDParam") ?? "entityID"
    }

    /// Returns the address that brings the choice to the service.
    func answer(_ entityID: String) -> WebURL {
        let own = "\(PercentEncoding.unreserved.encode(parameter))=\(PercentEncoding.unreserved.encode(entityID))"
        let before = target.query.flatMap { $0.isEmpty ? nil : $0 }
        return target.with(path: target.path, query: ([before].compactMap { $0 } + [own]).joined(separator: "&"))
    }

    /// Returns the error for a page that does not list its providers.
    static func needed(at origin: Origin, title: String) -> FedauthError {
        FedauthError(
            .inputNeeded, "'\(origin.hostAndPort)' asks for the identity provider of the account ('\(title)')",
            hint: "give its entity ID by '--idp', such as https://idp.example.org/idp")
    }

    /// Identifies the choice of this provider, to notice that the service asks again.
    func choice(_ entityID: String) -> String {
        ["discovery", service, target.withoutQuery, entityID].joined(separator: "\n")
    }

    /// Returns the error for a service that asks again after this provider was named.
    func refused(_ entityID: String) -> FedauthError {
        FedauthError(
            .refused,
            "'\(target.origin.hostAndPort)' did not accept the identity provider '\(entityID.folded(to: 120))'",
            hint: "choose another by '--idp'")
    }

    /// Returns the error for a service that no step of the sign-in has named.
    func refusedTarget(by origin: Origin) -> FedauthError {
        FedauthError(
            .refusedHost,
            "'\(origin.hostAndPort)' is to send the choice of the identity provider to "
                + "'\(target.origin.hostAndPort)', which no step of the sign-in has named",
            hint: "nothing was sent; if that host belongs to the service, \(NavigationPolicy.naming)")
    }
}
