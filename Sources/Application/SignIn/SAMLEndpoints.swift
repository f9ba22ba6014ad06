import Core

/// The endpoints from options and argument, and the session's name.
struct SAMLEndpoints {
    let start: AuthorizationEndpoint
    let finish: FinishEndpoint
    let logout: Session.Logout?
    let sessionName: String

    init(
        _ settings: SAMLSettings, presenter: PresenterChoice, service: String?, _ services: any Services
    ) throws(FedauthError) {
        let profile = try CurrentProfile(services).profile(service, in: try services.configuration())
        let ending = settings.finish
        let named = profile == nil ? service : nil
        let given = try FinishChoice(ending, presenter: presenter).finish
        if let backend = settings.sap {
            guard named == nil || named == backend else {
                throw FedauthError(
                    .usage, "'--sap' derives the address, '\(named?.folded(to: 60) ?? "")' names another",
                    hint: "give one of the two")
            }
            let sap = SAPEndpoints(backend: try WebURL(argument: backend))
            start = sap.authorization
            finish = (given ?? sap.finish).waiting(for: try ending.cookie)
            logout = try ending.logout ?? Session.Logout(url: sap.logout, isPost: true)
        } else {
            guard let text = named ?? settings.authorizationURL else {
                throw FedauthError(
                    .usage,
                    profile.map { "the profile '\($0.name)' has no 'authorization-url'" } ?? "no profile and "
                        + "no address was named",
                    hint: "write 'fedauth saml URL --finish URL', or add a profile by 'fedauth profile add NAME URL'")
            }
            let url = try WebURL(argument: text)
            start = AuthorizationEndpoint(url)
            finish = (given ?? FinishEndpoint(url)).waiting(for: try ending.cookie)
            logout = try ending.logout
        }
        guard !finish.isPortFree || start.hasFinish else {
            throw FedauthError(
                .usage, "'\(start.url.withoutQuery)' is not told which port is free here",
                hint: "write {finish} where the address of the finish belongs: 'URL?redirect_uri={finish}'")
        }
        sessionName = profile?.name ?? SAMLSignIn.target(start, finish).host
    }

    /// Returns the identity provider's SOAP endpoint; it cannot be guessed.
    static func ecp(_ settings: SAMLSettings) throws(FedauthError) -> WebURL {
        guard let text = settings.ecpEndpoint else {
            throw FedauthError(
                .usage, "'--ecp' needs the identity provider's SOAP endpoint",
                hint: "give it by '--ecp-endpoint URL'; its metadata names it under SingleSignOnService with the SOAP "
                    + "binding")
        }
        return try WebURL(argument: text)
    }
}
