public import Secrets

/// Reads what servers send: HTML pages and SAML messages. The real implementation uses libxml2.
public protocol MarkupReader: AnyObject {
    /// Finds forms and texts in an HTML page, even a malformed one, from the bytes as received. `charset` is that of
    /// the Content-Type header, if any; it has precedence over the page's own. Throws `timed-out` when the page is not
    /// read until the deadline; without one, the reader's own limit counts.
    func page(html: SharedSecret, charset: String?, deadline: Deadline?) throws(FedauthError) -> Page

    /// Converts UTF-8 to the character set of a form (`LoginForm.charset`); a missing character becomes a numeric
    /// character reference, as in browsers.
    func encode(_ text: SharedSecret, charset: String) -> SharedSecret

    /// Reads a `samlp:Response` (SAML 2.0 core, section 3.3.3): the status and, unless the assertion is encrypted, its
    /// subject and the end of the session. Does not check signatures: the service provider does.
    func samlResponse(xml: SharedSecret) throws(FedauthError) -> SAMLResponse

    /// Reads the SOAP envelope with which a service provider answers a PAOS request (SAML 2.0 profiles, 4.2.3.2).
    func ecpRequest(xml: SharedSecret) throws(FedauthError) -> ECPRequest

    /// Reads the identity provider's SOAP answer (SAML 2.0 profiles, 4.2.3.4).
    func ecpResponse(xml: SharedSecret) throws(FedauthError) -> ECPResponse
}

extension MarkupReader {
    /// Reads a page without a deadline.
    public func page(html: SharedSecret, charset: String?) throws(FedauthError) -> Page {
        try page(html: html, charset: charset, deadline: nil)
    }
}

/// The content of a `samlp:Response`, whose signature is not checked.
public struct SAMLResponse: Sendable, Equatable {
    /// The last parts of the outermost and the innermost StatusCode (`Success`, `AuthnFailed`, `NoPassive`, …).
    public var statusCodes: [String]
    /// The text of StatusMessage, folded.
    public var statusMessage: String
    /// The text of Issuer.
    public var issuer: String
    /// The NameID of Subject, when readable.
    public var subject: String?
    /// Whether the NameID's format marks it as an identifier without meaning to users: persistent and transient ones
    /// (SAML 2.0 core, 8.3.7 and 8.3.8).
    public var isSubjectOpaque: Bool
    /// The user's names in AttributeStatement, as `accountNames(_:)` orders them.
    public var accountNames: [String]
    /// The SessionNotOnOrAfter of AuthnStatement, when readable.
    public var sessionNotOnOrAfter: Timestamp?
    /// The NotOnOrAfter of Conditions, when readable: recipients accept the assertion until then.
    public var notOnOrAfter: Timestamp?
    /// The first Audience of AudienceRestriction, when readable.
    public var audience: String?

    /// Whether the outermost status is `urn:oasis:names:tc:SAML:2.0:status:Success`.
    public var isSuccess: Bool { statusCodes.first == "Success" }

    /// Creates a response; missing texts are empty, other missing values nil.
    public init(
        statusCodes: [String], statusMessage: String = "", issuer: String = "", subject: String? = nil,
        isSubjectOpaque: Bool = false, sessionNotOnOrAfter: Timestamp? = nil, notOnOrAfter: Timestamp? = nil,
        audience: String? = nil, accountNames: [String] = []
    ) {
        (self.accountNames, self.statusCodes, self.statusMessage) = (accountNames, statusCodes, statusMessage)
        (self.issuer, self.subject, self.isSubjectOpaque) = (issuer, subject, isSubjectOpaque)
        (self.sessionNotOnOrAfter, self.notOnOrAfter, self.audience) = (sessionNotOnOrAfter, notOnOrAfter, audience)
    }
}

/// The service provider's message in an ECP conversation.
public struct ECPRequest: Sendable, Equatable {
    /// `paos:Request/@responseConsumerURL`.
    public var responseConsumerURL: String
    /// `paos:Request/@messageID`.
    public var messageID: String?
    /// The text of the `ecp:RelayState` element, to be returned unchanged; nil when there is none.
    public var relayState: SharedSecret?
    /// The envelope for the identity provider: the original without the Header element. The body's signature holds.
    public var forIdentityProvider: SharedSecret

    /// Creates the value from the service provider's envelope.
    public init(
        responseConsumerURL: String, messageID: String?, relayState: SharedSecret?, forIdentityProvider: SharedSecret
    ) {
        (self.responseConsumerURL, self.messageID) = (responseConsumerURL, messageID)
        (self.relayState, self.forIdentityProvider) = (relayState, forIdentityProvider)
    }
}

/// The identity provider's message in an ECP conversation.
public struct ECPResponse: Sendable, Equatable {
    /// `ecp:Response/@AssertionConsumerServiceURL`.
    public var assertionConsumerServiceURL: String?
    /// The `samlp:Response` in the body.
    public var response: SAMLResponse
    /// The `samlp:Response` as a document of its own, whose signatures are valid; nil when the answer is a fault.
    public var standaloneResponse: SharedSecret?
    /// The text of a SOAP fault, if the answer is one.
    public var fault: String?

    /// Creates the value from the identity provider's envelope; `fault` is nil unless it is one.
    public init(
        assertionConsumerServiceURL: String?, response: SAMLResponse, standaloneResponse: SharedSecret? = nil,
        fault: String? = nil
    ) {
        (self.assertionConsumerServiceURL, self.response) = (assertionConsumerServiceURL, response)
        (self.standaloneResponse, self.fault) = (standaloneResponse, fault)
    }
}
