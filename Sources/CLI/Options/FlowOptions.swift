import Application

/// The options of every sign-in with pages, independent of the method.
struct FlowOptions: OptionGroup {
    var signIn = SignInSettings()
    var browsing = BrowserSettings()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.group("Sign-in", &signIn)
        list.group("Browser", &browsing)
        list.group("Network", &network)
        list.group("Store", &storage)
        list.group("Store") { storage.declareKeeping(list) }
    }
}

/// The options of every sign-in without pages.
struct PagelessFlowOptions: OptionGroup {
    var signIn = SignInSettings()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.group("Sign-in") {
            signIn.declareCredentials(list)
            signIn.declareReuse(list)
        }
        list.group("Network", &network)
        list.group("Store", &storage)
        list.group("Store") { storage.declareKeeping(list) }
    }
}

/// The options of the commands that get a certificate.
struct EnrollingOptions: OptionGroup {
    var enrollment = EnrollmentSettings()
    var flow = PagelessFlowOptions()

    mutating func declare(_ list: OptionList) {
        list.group("Certificate", &enrollment)
        list.group("Challenge (EST)", &enrollment.challenge)
        list.group("Realm") { list.realm(&enrollment.challenge.realm) }
        list.group(&flow)
        list.group("Sign-in") { flow.signIn.declareAnswers(list) }
    }
}

/// The options of the methods that make a session.
struct SessionMethodOptions: OptionGroup {
    var saml = SAMLSettings()
    var basic = BasicSettings()
    var realm: String?
    var federation = FederationSettings()
    var oauth = OAuthSettings()

    mutating func declare(_ list: OptionList) {
        list.group("Endpoints", &saml)
        list.group("Finish", &saml.finish)
        list.group("Challenge", &basic)
        list.group("Realm") { list.realm(&realm) }
        list.group("Federation", &federation)
        list.group("WS-Trust", &federation.active)
        list.group("Exchange", &federation.exchange)
        list.group("Signature", &federation.verification)
        list.group("OAuth", &oauth)
    }
}

/// The options that a profile can set: those of every method.
struct MethodOptions: OptionGroup {
    var methods = SessionMethodOptions()
    var enrollment = EnrollmentSettings()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.group(&methods)
        list.group("Certificate", &enrollment)
        list.group(&flow)
    }
}
