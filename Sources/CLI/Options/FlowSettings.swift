import Application
import Core
import System

// Joins the settings of several groups for one flow.

extension FlowOptions {
    /// The settings of what shows a login.
    var presenting: PresenterSettings {
        var values = PresenterSettings()
        values.browser = browsing
        // A kept profile holds the cookies of earlier sign-ins.
        let asksAgain = signIn.fresh?.seconds == 0
        if asksAgain { values.browser.keepsProfile = false }
        values.network = network
        values.integrated = asksAgain ? .never : signIn.integrated ?? .auto
        values.user = signIn.user
        values.usesPasskeys = signIn.usesPasskeys
        return values
    }
}

extension EnrollmentFlow {
    /// Creates the flow from the options of a command.
    init(_ options: EnrollingOptions, in context: CommandContext) {
        let (flow, network) = (options.flow, options.flow.network)
        var settings = options.enrollment
        settings.authorities = network.authorities.map(FileNames.absolute)
        settings.originsAreTyped = context.typed.contains { $0.key == "origin" }
        if settings.givesToProvider { settings.identityProgram = network.provider ?? "" }
        self.init(context.services(network, flow.storage), settings, flow.signIn)
    }
}

extension ExecSettings {
    /// Takes the options of a sign-in, and the method of the profile.
    mutating func take(
        _ options: SessionMethodOptions, _ flow: FlowOptions, in context: CommandContext
    ) throws(FedauthError) {
        methods = options.values(flow)
        identity = flow.network.identity
        let configuration = try context.configuration()
        let name = CurrentProfile(context).name(profile, in: configuration)
        if signsIn, let known = name.flatMap(configuration.profile) {
            method = SignInMethodName(
                rawValue: try Invocation.checkMethod(of: known, in: context.configurationFile.path))
        }
    }
}

extension SessionMethodOptions {
    func values(_ flow: FlowOptions) -> MethodSettings {
        var values = MethodSettings()
        values.signIn = flow.signIn
        values.saml = saml
        values.basic = basic
        // For AD FS, the realm is the relying party, which no challenge names.
        values.basic.challenge.realm = federation.adfs == nil ? realm : nil
        values.federation = federation
        values.federation.realm = realm
        values.federation.finish = saml.finish
        values.federation.given = settings + flow.signIn.settings
        values.oauth = oauth
        values.oauth.resource = basic.resource
        values.oauth.client = federation.exchange.client
        values.oauth.finish = saml.finish.finish
        return values
    }
}
