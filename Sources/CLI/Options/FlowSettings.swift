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

extension SAMLSettings {
    /// Returns the settings with the end of the sign-in.
    func ending(at finish: FinishSettings) -> SAMLSettings {
        var settings = self
        settings.finish = finish
        return settings
    }
}

extension BasicSettings {
    /// Returns the settings with the only realm to answer; nil: any.
    func answering(realm: String?) -> BasicSettings {
        var settings = self
        settings.challenge.realm = realm
        return settings
    }
}

extension EnrollmentFlow {
    /// Creates the flow from the options of a command.
    init(_ options: EnrollingOptions, in context: CommandContext) {
        let (flow, network) = (options.flow, options.flow.network)
        var settings = options.enrollment
        settings.challenge.realm = options.realm.realm
        settings.authorities = network.authorities.map(FileNames.absolute)
        settings.originsAreTyped = context.typed.contains { $0.key == "origin" }
        if settings.givesToProvider { settings.identityProgram = network.provider ?? "" }
        self.init(context.services(network, flow.storage), settings, flow.signIn)
    }
}

extension FederationSettings {
    /// Returns the settings with those of the other groups.
    func completed(
        realm: RealmOptions, active: ActiveSettings, exchange: ExchangeSettings, finish: FinishSettings,
        verification: VerifySettings, signIn: SignInSettings
    ) -> FederationSettings {
        var all = self
        all.realm = realm.realm
        all.active = active
        all.exchange = exchange
        all.finish = finish
        all.verification = verification
        all.given =
            realm.settings + settings + active.settings + exchange.settings + finish.settings + verification.settings
            + signIn.settings
        return all
    }
}

extension SessionMethodOptions {
    func values(_ flow: FlowOptions) -> MethodSettings {
        var values = MethodSettings()
        values.signIn = flow.signIn
        values.saml = saml.ending(at: finish)
        // For AD FS, the realm is the relying party, which no challenge names.
        values.basic = basic.answering(realm: federation.adfs == nil ? realm.realm : nil)
        values.federation = federation.completed(
            realm: realm, active: active, exchange: exchange, finish: finish, verification: verification,
            signIn: flow.signIn)
        return values
    }
}
