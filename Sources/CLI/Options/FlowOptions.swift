import Application
import ArgumentParser

/// The options of every sign-in with pages, independent of the method.
struct FlowOptions: ParsableArguments {
    @OptionGroup(title: "Sign-in") var signIn: SignInOptions
    @OptionGroup(title: "Browser") var browsing: BrowserOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
}

/// The options of every sign-in without pages.
struct PagelessFlowOptions: ParsableArguments {
    @OptionGroup(title: "Sign-in") var credentials: CredentialOptions
    @OptionGroup(title: "Sign-in") var reuse: ReuseOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
}

/// The options of the methods that make a session.
struct SessionMethodOptions: ParsableArguments {
    @OptionGroup(title: "Endpoints") var saml: SAMLOptions
    @OptionGroup(title: "Finish") var finish: FinishOptions
    @OptionGroup(title: "Challenge") var basic: BasicOptions
    @OptionGroup(title: "Realm") var realm: RealmOptions
    @OptionGroup(title: "Federation") var federation: FederationOptions
    @OptionGroup(title: "WS-Trust") var active: ActiveOptions
    @OptionGroup(title: "Exchange") var exchange: ExchangeOptions
    @OptionGroup(title: "Signature") var verification: VerifyOptions
}

/// The options that a profile can set: those of every method.
struct MethodOptions: ParsableArguments {
    @OptionGroup var methods: SessionMethodOptions
    @OptionGroup(title: "Certificate") var enrollment: EnrollmentOptions
    @OptionGroup var flow: FlowOptions
}
