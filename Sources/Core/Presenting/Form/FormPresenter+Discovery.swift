import Secrets

/// The choice of an identity provider by the discovery protocol.
extension FormPresenter {
    /// Answers a page to which a service has sent the request to choose an identity provider. Returns nil for other pages.
    func answerDiscovery(
        _ page: Page, of document: Document, _ walk: inout FormWalk
    ) throws(FedauthError) -> Document? {
        guard document.response.status < 400, let request = DiscoveryRequest(document.url),
            !page.forms.contains(where: { $0.roles.contains(.password) || $0.carriesProtocolMessage })
        else { return nil }
        let list = page.homeRealm
        guard let entityID = try providerChosen(list, on: page, of: document, walk), entityID.contains(":") else {
            return nil
        }
        try walk.requireFirstChoice(of: entityID, for: request, on: document)
        return try walk.answer(request, entityID, of: document)
    }

    /// Returns the provider from the options or the user; nil when the page itself goes on.
    private func providerChosen(
        _ list: HomeRealm?, on page: Page, of document: Document, _ walk: FormWalk
    ) throws(FedauthError) -> String? {
        if let list {
            guard case .realm(let chosen)? = try realmChosen(list, of: document, takesOthers: true) else {
                throw leave(document, for: .unknownStep, walk, saying: realmNeeded(list, of: document))
            }
            return chosen.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        let host = document.url.origin.hostAndPort
        if let name = answers.homeRealm {
            guard !name.contains(":") else { return name }
            throw FedauthError(
                .inputNeeded, "'\(host)' shows no list in which '\(name.folded(to: 120))' could be looked up",
                hint: "give the entity ID of the identity provider by '--idp', such as https://idp.example.org/idp")
        }
        let need: BrowserNeed
        switch page.meaning {
        case .needsBrowser(let known): need = known
        case .deadEnd: need = .unknownStep
        default: return nil
        }
        throw leave(
            document, for: need, walk,
            saying: FedauthError(
                .inputNeeded, "'\(host)' asks for the identity provider of the account ('\(document.name)')",
                hint: "give its entity ID by '--idp', such as https://idp.example.org/idp"))
    }
}

extension FormWalk {
    /// Throws `refused` when the service asks again after this provider was named.
    mutating func requireFirstChoice(
        of entityID: String, for request: DiscoveryRequest, on document: Document
    ) throws(FedauthError) {
        guard
            !isFirstChoice(
                of: ["discovery", request.service, request.target.withoutQuery, entityID].joined(separator: "\n"))
        else { return }
        throw FedauthError(
            .refused,
            "'\(request.target.origin.hostAndPort)' did not accept the identity provider '\(entityID.folded(to: 120))'",
            hint: "choose another by '--idp'")
    }

    /// Brings the choice to the service. Throws `refused-host` for a service that no step of the sign-in has named.
    mutating func answer(
        _ request: DiscoveryRequest, _ entityID: String, of document: Document
    ) throws(FedauthError) -> Document {
        let origin = request.target.origin
        guard isNamed(origin) else {
            throw FedauthError(
                .refusedHost,
                "'\(document.url.origin.hostAndPort)' is to send the choice of the identity provider to "
                    + "'\(origin.hostAndPort)', which no step of the sign-in has named",
                hint: "nothing was sent; if that host belongs to the service, add '--allow-host \(origin.host)'")
        }
        return try open(request.answer(entityID), by: "the request of '\(request.service.folded(to: 120))'")
    }
}
