import Application
import ArgumentParser
import Core
import Secrets

/// `fedauth token`.
struct Token: Command, Documented {
    static let examples = [
        Example("fedauth token mail", "The SAML response of the last sign-in to 'mail', in base64"),
        Example("fedauth token mail --decode > response.xml", "The same as XML"),
        Example(
            "fedauth token payroll --output assertion --verify adfs-signing.pem > assertion.xml",
            "The assertion alone, if that certificate's key has signed it"),
        Example(
            "fedauth token api --verify https://fs.example.org/FederationMetadata/2007-06/FederationMetadata.xml",
            "A JSON Web Token, if its signature is by one of the certificates that AD FS names there"),
        Example("fedauth token payroll --output claims", "The claims about the user, as JSON"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print the token that a session keeps, and nothing else.",
        discussion: """
            A sign-in by SAML keeps the identity provider's response when --keep-assertion, or the setting of \
            that name, asks for it. A sign-in by AD FS keeps its token, or the one that it was exchanged for.
            """)

    @Argument(
        help: ArgumentHelp("The profile or session, or its address (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @OptionGroup var output: TokenOutputOptions
    @OptionGroup(title: "Signature") var verification: VerifyOptions

    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] {
        [VerifyOptions.self, NetworkOptions.self, StoreOptions.self, GlobalOptions.self]
    }
    static var takesProfile: Bool { true }
    var profileWord: String? { profile }

    func run(in context: CommandContext) throws(FedauthError) {
        if output.decode, output.output != nil {
            throw FedauthError(
                .usage, "'--decode' and '--output' exclude each other", hint: "'--output response' is the XML, too")
        }
        let configuration = try context.configuration()
        let session = try CurrentProfile(context).session(profile, in: configuration, try context.store(storage))
            .session
        guard let token = session.token else {
            let signIn = CurrentProfile.signIn(to: session, in: configuration, " --keep-assertion --force")
            throw FedauthError(
                .notFound, "the session '\(session.name)' keeps no token",
                hint: session.access == nil
                    ? "sign in by '\(signIn)'"
                    : "a sign-in by \(session.access?.scheme.name ?? "") gets none; see 'fedauth export-headers'"
            )
        }
        let text = TokenText(session: session, token: token, reader: context.environment.documentReader)
        try checkExpiration(of: token, text, session, context, in: configuration)
        let check = try SignatureCheck(
            verification.values, network.values, clock: context.clock, reader: context.environment.documentReader
        ) {
            () throws(FedauthError) in
            try context.network(network, for: session, in: configuration, storage: storage)
        }
        if let check {
            for issued in try text.tokens(in: output.what(isObject: global.json)) { try check.check(issued) }
        }
        try context.streams.resultOfServer(try printed(text, token, session))
    }

    /// Throws for an expired token, which must not be printed as if it were valid; a description of it is harmless.
    private func checkExpiration(
        of token: SessionToken, _ text: TokenText, _ session: Session, _ context: CommandContext,
        in configuration: Core.Configuration
    ) throws(FedauthError) {
        let isPart = [.assertion, .assertionBase64, .response].contains(output.output)
        let end = isPart ? try text.kept().end : token.expires
        guard let end, end <= context.clock.now else { return }
        let what = "the token of '\(session.name)' expired at \(context.streams.shown(end))"
        guard output.decode || output.output == .claims else {
            throw FedauthError(
                .inputNeeded, what,
                hint: "sign in by '\(CurrentProfile.signIn(to: session, in: configuration, " --force"))'")
        }
        context.streams.warning(what)
    }

    private func printed(
        _ text: TokenText, _ token: SessionToken, _ session: Session
    ) throws(FedauthError) -> Secret {
        if output.decode {
            let xml = try decoded(token, session)
            return global.json ? try text.object(nil, with: xml) : xml.copy()
        }
        return try text.text(output.what(isObject: global.json))
    }

    private func decoded(_ token: SessionToken, _ session: Session) throws(FedauthError) -> SharedSecret {
        switch token.kind {
        case .securityToken: return token.value
        case .samlResponse:
            if let xml = Base64.decode(token.value) { return xml }
            fallthrough
        case .bearer, .authorizationCode:
            if let issued = session.issued, Base64.decode(token.value) == issued { return issued }
            throw FedauthError(
                .usage,
                "the token of '\(session.name)' is not a SAML response: it is of the kind '\(token.kind.rawValue)'",
                hint: "leave out '--decode'")
        }
    }
}
