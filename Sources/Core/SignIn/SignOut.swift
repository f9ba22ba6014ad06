import Secrets

/// Ends a session on the server, where the service offers an address for it.
public struct SignOut {
    private let transport: any Transport
    private let reader: any MarkupReader
    private let suffixes: any PublicSuffixes
    private let clock: any WallClock

    /// With the parts that a sign-in uses; nothing is kept between two calls of `run`.
    public init(
        transport: any Transport, reader: any MarkupReader, suffixes: any PublicSuffixes, clock: any WallClock
    ) {
        self.transport = transport
        self.reader = reader
        self.suffixes = suffixes
        self.clock = clock
    }

    /// Calls the session's sign-out address and, for single logout, follows it through the identity provider. Throws when
    /// the server did not confirm.
    public func run(_ session: Session, policy: NavigationPolicy, deadline: Deadline) throws(FedauthError) {
        guard let logout = session.logout else { return }
        let navigator = Navigator(
            transport: transport, reader: reader, suffixes: suffixes, clock: clock, deadline: deadline, policy: policy,
            jar: session.jar, namedOrigins: [logout.url.origin])
        var document =
            logout.isPost
            ? try navigator.post(SharedSecret(text: ""), to: logout.url, isSecret: false, by: "the sign-out address")
            : try navigator.open(logout.url, by: "the sign-out address")
        for _ in 0..<NavigationPolicy.maximumSteps {
            try document.requireSuccess()
            // A page that hands a LogoutRequest or LogoutResponse on (SAML 2.0 bindings, 3.5).
            guard let form = document.page?.forms.first(where: \.carriesProtocolMessage) else { return }
            let source = "the form on '\(document.name)'"
            let url = try document.resolve(form.action ?? "", by: source)
            let content = FormContent(form, answers: [:], button: nil).finish()
            document = try navigator.post(content, to: url, isSecret: false, by: source)
        }
        throw FedauthError(.loop, "the sign-out shows page after page without an end")
    }
}
