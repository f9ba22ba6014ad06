public import Secrets

/// Reads what servers send: HTML pages and SAML messages. The real one is libxml2's.
public protocol MarkupReader: AnyObject {
    /// Finds forms and texts in an HTML page, however broken.
    ///
    /// - Parameters:
    ///   - html: the bytes as received.
    ///   - charset: the `charset` parameter of the Content-Type header, if there was one; it wins over the page's own.
    func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page

    /// Turns UTF-8 into the character set of a form (`LoginForm.charset`); what that has no letter for becomes a
    /// numeric character reference, as browsers send it.
    func encode(_ text: SharedSecret, charset: String) -> SharedSecret

    /// Reads a `samlp:Response` (SAML 2.0 core, section 3.3.3): the status and, where an assertion is not encrypted,
    /// its subject and the session's end. Signatures are not checked here: the service provider does.
    func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse

    /// Reads the SOAP envelope with which a service provider answers a PAOS request (SAML 2.0 profiles, 4.2.3.2).
    func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest

    /// Reads the identity provider's SOAP answer (SAML 2.0 profiles, 4.2.3.4).
    func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse
}

/// What a `samlp:Response` tells without its signature being checked.
public struct SAMLResponse: Sendable, Equatable {
    /// The innermost StatusCode's last part (`Success`, `AuthnFailed`, `NoPassive`, …) after the outermost's.
    public var statusCodes: [String]
    /// StatusMessage's text, folded.
    public var statusMessage: String
    /// Issuer's text.
    public var issuer: String
    /// Subject's NameID, when readable.
    public var subject: String?
    /// Whether the NameID's format says that it names nobody to people: persistent and transient ones (SAML 2.0 core, 8.3.7
    /// and 8.3.8).
    public var isSubjectOpaque: Bool
    /// AuthnStatement's SessionNotOnOrAfter, when readable.
    public var sessionNotOnOrAfter: Timestamp?
    /// Conditions' NotOnOrAfter, when readable: whoever takes the assertion takes it until then.
    public var notOnOrAfter: Timestamp?
    /// The first Audience of its AudienceRestriction, when readable.
    public var audience: String?

    /// True when the outermost status is `urn:oasis:names:tc:SAML:2.0:status:Success`.
    public var isSuccess: Bool { statusCodes.first == "Success" }

    /// What a reader found; texts that were not there are empty, other things nil.
    public init(
        statusCodes: [String], statusMessage: String = "", issuer: String = "", subject: String? = nil,
        isSubjectOpaque: Bool = false, sessionNotOnOrAfter: Timestamp? = nil, notOnOrAfter: Timestamp? = nil,
        audience: String? = nil
    ) {
        self.statusCodes = statusCodes
        self.statusMessage = statusMessage
        self.issuer = issuer
        self.subject = subject
        self.isSubjectOpaque = isSubjectOpaque
        self.sessionNotOnOrAfter = sessionNotOnOrAfter
        self.notOnOrAfter = notOnOrAfter
        self.audience = audience
    }
}

/// The service provider's half of an ECP conversation.
public struct ECPRequest: Sendable, Equatable {
    /// `paos:Request/@responseConsumerURL`.
    public var responseConsumerURL: String
    /// `paos:Request/@messageID`.
    public var messageID: String?
    /// The `ecp:RelayState` element's text, to be handed back unchanged; nil when there is none.
    public var relayState: SharedSecret?
    /// The envelope for the identity provider: the same bytes with the Header element cut out, and nothing else
    /// touched (the body may be signed).
    public var forIdentityProvider: SharedSecret

    /// What a reader found in the service provider's envelope.
    public init(
        responseConsumerURL: String, messageID: String?, relayState: SharedSecret?, forIdentityProvider: SharedSecret
    ) {
        self.responseConsumerURL = responseConsumerURL
        self.messageID = messageID
        self.relayState = relayState
        self.forIdentityProvider = forIdentityProvider
    }
}

/// The identity provider's half.
public struct ECPResponse: Sendable, Equatable {
    /// `ecp:Response/@AssertionConsumerServiceURL`.
    public var assertionConsumerServiceURL: String?
    /// The `samlp:Response` inside.
    public var response: SAMLResponse
    /// The bytes of the soap `Body` element's content, untouched.
    public var body: SharedSecret
    /// The envelope's opening tag, untouched: its namespace declarations are used inside the body.
    public var envelopeStart: SharedSecret
    /// The `samlp:Response` as a document of its own; nil: the answer is a fault.
    public var standaloneResponse: SharedSecret?
    /// A SOAP fault's text, if the answer is one.
    public var fault: String?

    /// What a reader found in the identity provider's envelope; `fault` is nil unless it is one.
    public init(
        assertionConsumerServiceURL: String?, response: SAMLResponse, body: SharedSecret, envelopeStart: SharedSecret,
        standaloneResponse: SharedSecret? = nil, fault: String? = nil
    ) {
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.response = response
        self.body = body
        self.envelopeStart = envelopeStart
        self.standaloneResponse = standaloneResponse
        self.fault = fault
    }
}
