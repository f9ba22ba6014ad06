import ArgumentParser
import Core

/// A sign-in by the method that a profile names.
struct MethodFlow {
    let options: MethodOptions

    /// Whether the options name an address to sign in at.
    var namesAddress: Bool {
        options.saml.authorizationUrl != nil || options.saml.sap != nil || options.basic.resource != nil
    }

    /// Makes sure that there is a valid session. Throws `configuration` for a method that there is not.
    ///
    /// - Parameters:
    ///   - profile: whose method it is; nil: that of the address which the options name.
    ///   - service: a profile; nil: the current one.
    func run(_ profile: Profile?, service: String?, in context: CommandContext) throws(FedauthError) -> SignIn.Outcome {
        var method = MethodName.usual.name
        if let profile {
            method = try Invocation.checkMethod(of: profile, in: context.configurationFile.path)
        } else if options.basic.resource != nil {
            method = Basic.methodName ?? method
        }
        if method == Basic.methodName {
            return try BasicFlow(basic: options.basic, options: options.flow).run(service: service, in: context)
        }
        if method == SLSEnroll.methodName, let profile {
            throw FedauthError(
                .usage, "the profile '\(profile.name)' gets a certificate, and no session",
                hint: "'fedauth login \(profile.name)' gets it; 'fedauth request' shows it to its servers")
        }
        return try SAMLFlow(saml: options.saml, options: options.flow).run(service: service, in: context)
    }
}
