internal import Core
internal import Secrets

extension ECPRequest {
    /// Reads a service provider's envelope (SAML 2.0 profiles, section 4.2.3.2).
    init(_ root: MarkupNode) throws(FedauthError) {
        let envelope = try SOAPEnvelope(root)
        guard let paos = envelope.header?.child("Request", Namespace.paos) else {
            throw FedauthError(.badAnswer, "the answer of the service provider has no 'paos:Request'")
        }
        guard let consumer = paos.attribute("responseConsumerURL"), !consumer.isEmpty else {
            throw FedauthError(.badAnswer, "the 'paos:Request' has no 'responseConsumerURL'")
        }
        guard envelope.body.child("AuthnRequest", Namespace.samlp) != nil else {
            throw FedauthError(.badAnswer, "the answer of the service provider has no 'AuthnRequest'")
        }
        let messageID = paos.attribute("messageID")
        let relayState = envelope.header?.child("RelayState", Namespace.ecp).map { SharedSecret($0.secretText) }
        envelope.header?.remove()
        self.init(
            responseConsumerURL: consumer, messageID: messageID, relayState: relayState,
            forIdentityProvider: try root.standalone())
    }
}

extension ECPResponse {
    /// Reads an identity provider's envelope (SAML 2.0 profiles, section 4.2.3.4). A fault has no response, so one with
    /// the fault's message is created.
    init(_ root: MarkupNode) throws(FedauthError) {
        let envelope = try SOAPEnvelope(root)
        let consumer = envelope.header?.child("Response", Namespace.ecp)?.attribute("AssertionConsumerServiceURL")
        let response: SAMLResponse
        var fault: String?
        var standalone: SharedSecret?
        if let element = envelope.body.child("Fault", Namespace.soap) {
            // faultstring has no namespace (SOAP 1.1, section 4.4).
            let words = element.elements.first { $0.name == "faultstring" }?.text.folded() ?? ""
            fault = words.isEmpty ? "a SOAP fault without words" : words
            response = SAMLResponse(statusCodes: ["Fault"], statusMessage: fault ?? "")
        } else if let element = envelope.body.child("Response", Namespace.samlp) {
            response = try SAMLResponse(element)
            standalone = try element.standalone()
        } else {
            throw FedauthError(.badAnswer, "the answer of the identity provider has no 'Response'")
        }
        self.init(
            assertionConsumerServiceURL: consumer, response: response, standaloneResponse: standalone, fault: fault)
    }
}
