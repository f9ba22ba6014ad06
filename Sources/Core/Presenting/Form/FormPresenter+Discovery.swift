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
        guard let entityID = try providerChosen(list, for: request, on: page, of: document, walk),
            entityID.contains(":")
        else { return nil }
        try walk.requireFirstChoice(of: entityID, for: request, on: document)
        return try walk.answer(request, entityID, of: document)
    }

    /// Returns the provider from the options or the user; nil when the page itself goes on.
    private func providerChosen(
        _ list: HomeRealm?, for request: DiscoveryRequest, on page: Page, of document: Document, _ walk: FormWalk
    ) throws(FedauthError) -> String? {
        if let list {
            let origin = document.url.origin
            let answer = try answers.realm(
                list, at: origin, sentTo: [origin, request.target.origin], title: document.name, takesOthers: true)
            guard case .realm(let chosen)? = answer else {
                throw leave(document, for: .unknownStep, walk, saying: list.needed(at: origin, title: document.name))
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
            document, for: need, walk, saying: DiscoveryRequest.needed(at: document.url.origin, title: document.name))
    }
}

extension FormWalk {
    /// Throws `refused` when the service asks again after this provider was named.
    mutating func requireFirstChoice(
        of entityID: String, for request: DiscoveryRequest, on document: Document
    ) throws(FedauthError) {
        guard !isFirstChoice(of: request.choice(entityID)) else { return }
        throw request.refused(entityID)
    }

    /// Brings the choice to the service. Throws `refused-host` for a service that no step of the sign-in has named.
    mutating func answer(
        _ request: DiscoveryRequest, _ entityID: String, of document: Document
    ) throws(FedauthError) -> Document {
        guard isNamed(request.target.origin) else { throw request.refusedTarget(by: document.url.origin) }
        return try open(request.answer(entityID), by: "the request of '\(request.service.folded(to: 120))'")
    }
}
