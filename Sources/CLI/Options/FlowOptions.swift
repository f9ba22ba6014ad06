import ArgumentParser

/// What every sign-in can be told, whatever its method.
struct FlowOptions: ParsableArguments {
    @OptionGroup(title: "Sign-in") var signIn: SignInOptions
    @OptionGroup(title: "Browser") var browsing: BrowserOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
}

/// What a profile can say: the options of every method.
struct MethodOptions: ParsableArguments {
    @OptionGroup(title: "Endpoints") var saml: SAMLOptions
    @OptionGroup(title: "Challenge") var basic: BasicOptions
    @OptionGroup(title: "Certificate") var enrollment: EnrollmentOptions
    @OptionGroup var flow: FlowOptions
}
