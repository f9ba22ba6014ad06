public import Secrets

/// The result of a presenter.
public struct Presentation: Sendable {
    /// The request that ended the sign-in.
    public var answer: FinishAnswer
    /// All cookies of all hosts that were visited.
    public var jar: CookieJar
    /// The last SAML response, if the presenter could see it.
    public var samlResponse: SAMLResponse?
    /// That response as the POST binding sends it (base64), if the presenter could see it.
    public var samlMessage: SharedSecret?
    /// The last WS-Federation answer to a relying party, if the presenter could see it.
    public var federationAnswer: FinishAnswer?
    /// The user name that was typed or given.
    public var user: String?
    /// Whether a form was filled or a SAML message seen, which only happens in a sign-in. True: not known.
    public var isAnswered: Bool
    /// The presenter that finished, if the first one handed over to another.
    public var presenter: String?

    /// Creates a result that ended with `answer`.
    public init(
        _ answer: FinishAnswer, jar: CookieJar, samlResponse: SAMLResponse? = nil, samlMessage: SharedSecret? = nil,
        federationAnswer: FinishAnswer? = nil, user: String? = nil, isAnswered: Bool = true
    ) {
        (self.answer, self.jar, self.samlResponse, self.samlMessage) = (answer, jar, samlResponse, samlMessage)
        (self.federationAnswer, self.user, self.isAnswered) = (federationAnswer, user, isAnswered)
    }
}
