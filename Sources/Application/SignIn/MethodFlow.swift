public import Core

/// Signs in by the method that a profile or an address names.
public struct MethodFlow {
    let services: any Services
    let settings: MethodSettings

    /// Whether the settings name an address at which to sign in.
    public var namesAddress: Bool {
        settings.saml.authorizationURL != nil || settings.saml.sap != nil || settings.basic.resource != nil
            || settings.federation.adfs != nil || settings.oauth.issuer != nil
    }

    /// Ensures that there is a valid session, by the method of the profile `service` (nil: the current one); without a
    /// method, by that of the address that the settings name. Throws `usage` for a method that makes no session.
    public func run(_ method: SignInMethodName?, service: String?) throws(FedauthError) -> SignIn.Outcome {
        let named: SignInMethodName =
            settings.oauth.issuer != nil
            ? .oauth : settings.basic.resource != nil ? .basic : settings.federation.adfs != nil ? .adfs : .saml
        switch method ?? named {
        case .basic:
            do throws(FedauthError) {
                return try BasicFlow(services, settings.basic, settings.signIn).run(service: service)
            } catch  where method == nil && error.serverCode == AuthenticationScheme.bearer.name {
                return try OAuthFlow(services, settings.oauth, settings.signIn).run(service: service)
            }
        case .adfs: return try FederationFlow(services, settings.federation, settings.signIn).run(service: service)
        case .oauth: return try OAuthFlow(services, settings.oauth, settings.signIn).run(service: service)
        case .saml: return try SAMLFlow(services, settings.saml, settings.signIn).run(service: service)
        case .sls:
            let name = CurrentProfile(services).name(service, in: try services.configuration()) ?? ""
            throw FedauthError(
                .usage, "the profile '\(name)' gets a certificate, and no session",
                hint: "'fedauth login \(name.shellWord)' gets it; 'fedauth request' shows it to its servers")
        }
    }
}
