public import Secrets

/// What a presenter brought back.
public struct Presentation: Sendable {
    /// How it ended.
    public var answer: FinishAnswer
    /// All cookies of all hosts on the way.
    public var jar: CookieJar
    /// The last SAML response that passed, when the presenter could see it.
    public var samlResponse: SAMLResponse?
    /// That response as the POST binding carries it (base64), when the presenter could see it.
    public var samlMessage: SharedSecret?
    /// The last answer of WS-Federation that was handed to a relying party on the way, when the presenter could see it.
    public var federationAnswer: FinishAnswer?
    /// The user name that was typed or given.
    public var user: String?
    /// Whether a form was filled, or a message of SAML seen: something that only a sign-in does. True where the presenter
    /// cannot tell.
    public var isAnswered: Bool
    /// Who ended it, where the presenter that was asked has handed over to another one.
    public var presenter: String?

    /// What was brought back from `answer`'s address.
    public init(
        _ answer: FinishAnswer, jar: CookieJar, samlResponse: SAMLResponse? = nil, samlMessage: SharedSecret? = nil,
        federationAnswer: FinishAnswer? = nil, user: String? = nil, isAnswered: Bool = true
    ) {
        self.answer = answer
        self.jar = jar
        self.samlResponse = samlResponse
        self.samlMessage = samlMessage
        self.federationAnswer = federationAnswer
        self.user = user
        self.isAnswered = isAnswered
    }
}
