import Application
import ArgumentParser
import Core

/// Signs in by the method that a profile names.
struct MethodFlow {
    let options: MethodOptions

    /// Whether the options name an address at which to sign in.
    var namesAddress: Bool {
        options.saml.authorizationUrl != nil || options.saml.sap != nil || options.basic.resource != nil
            || options.federation.adfs != nil
    }

    /// Ensures that there is a valid session. Throws `configuration` for an unknown method.
    ///
    /// - Parameters:
    ///   - profile: the profile whose method is used; nil: the method of the address that the options name.
    ///   - service: the name of a profile; nil: the current one.
    func run(_ profile: Profile?, service: String?, in context: CommandContext) throws(FedauthError) -> SignIn.Outcome {
        var method = MethodName.usual.name
        if let profile {
            method = try Invocation.checkMethod(of: profile, in: context.configurationFile.path)
        } else if options.basic.resource != nil {
            method = Basic.methodName ?? method
        } else if options.federation.adfs != nil {
            method = ADFS.name
        }
        let services = context.services(options.flow)
        let signIn = options.flow.signIn.values
        if method == Basic.methodName {
            return try BasicFlow(services, options.basic.values(realm: options.realm.realm), signIn)
                .run(service: service)
        }
        if method == ADFS.name {
            return try FederationFlow(services, options.federationSettings, signIn).run(service: service)
        }
        if method == SLSEnroll.methodName, let profile {
            throw FedauthError(
                .usage, "the profile '\(profile.name)' gets a certificate, and no session",
                hint: "'fedauth login \(profile.name)' gets it; 'fedauth request' shows it to its servers")
        }
        return try SAMLFlow(services, options.saml.values(options.finish), signIn).run(service: service)
    }
}
