import ArgumentParser
import Core
import Secrets

/// `fedauth token`.
struct Token: Command, Documented {
    static let examples = [
        Example("fedauth token mail", "The SAML response of the last sign-in to 'mail', in base64"),
        Example("fedauth token mail --decode > response.xml", "The same as XML"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print the token that a session keeps, and nothing else.",
        discussion: """
            A sign-in by SAML keeps the identity provider's response when --keep-assertion, or the setting of that name, \
            asks for it.
            """)

    @Argument(
        help: ArgumentHelp("The profile or session (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @Flag(help: "A SAML response as XML, not in base64; also one whose time is over.")
    var decode = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] { [StoreOptions.self, GlobalOptions.self] }
    static var takesProfile: Bool { true }
    var profileWord: String? { profile }

    private struct Head: Encodable {
        var audience: String?
        var expires: Int64?
        var kind: String
        var profile: String
    }

    func run(in context: CommandContext) throws(FedauthError) {
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
        if let end = token.expires, token.isExpired(at: context.clock.now) {
            guard decode else {
                throw FedauthError(
                    .inputNeeded, "the token of '\(session.name)' is over since \(end.iso8601)",
                    hint: "sign in by '\(CurrentProfile.signIn(to: session, in: configuration, " --force"))'")
            }
            context.streams.warning("the token of '\(session.name)' is over since \(end.iso8601)")
        }
        try context.streams.result(try text(token, session))
    }

    private func text(_ token: SessionToken, _ session: Session) throws(FedauthError) -> Secret {
        let value = decode ? try decoded(token, session) : token.value
        guard global.json else {
            var out = value.copy()
            if !decode { out.append("\n") }
            return out
        }
        var out = Secret(capacity: 4096)
        SecretJSON.open(
            Head(
                audience: token.audience, expires: token.expires?.seconds, kind: token.kind.rawValue,
                profile: session.name), to: &out)
        SecretJSON.member("value", value, to: &out)
        out.append("}\n")
        return out
    }

    private func decoded(_ token: SessionToken, _ session: Session) throws(FedauthError) -> SharedSecret {
        guard token.kind == .samlResponse, let xml = Base64.decode(token.value) else {
            throw FedauthError(
                .usage,
                "the token of '\(session.name)' is no SAML response: it is of the kind '\(token.kind.rawValue)'",
                hint: "leave out '--decode'")
        }
        return xml
    }
}
