internal import Core
internal import Secrets

extension ECPRequest {
    /// Reads a service provider's envelope (SAML 2.0 profiles, section 4.2.3.2).
    init(_ root: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        let envelope = try SOAPEnvelope(root, bytes)
        guard let paos = envelope.header?.child("Request", Namespace.paos) else {
            throw FedauthError(.badAnswer, "the answer of the service provider has no 'paos:Request'")
        }
        guard let consumer = paos.attribute("responseConsumerURL"), !consumer.isEmpty else {
            throw FedauthError(.badAnswer, "the 'paos:Request' has no 'responseConsumerURL'")
        }
        guard envelope.body.child("AuthnRequest", Namespace.samlp) != nil else {
            throw FedauthError(.badAnswer, "the answer of the service provider has no 'AuthnRequest'")
        }
        self.init(
            responseConsumerURL: consumer, messageID: paos.attribute("messageID"),
            relayState: envelope.header?.child("RelayState", Namespace.ecp).map {
                SharedSecret($0.secretText)
            },
            forIdentityProvider: envelope.withoutHeader)
    }
}

extension ECPResponse {
    /// Reads an identity provider's envelope (SAML 2.0 profiles, section 4.2.3.4). A fault has no response, so one with
    /// the fault's message is created.
    init(_ root: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        let envelope = try SOAPEnvelope(root, bytes)
        let consumer = envelope.header?.child("Response", Namespace.ecp)?.attribute(
            "AssertionConsumerServiceURL")
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
            standalone = try ElementCut(element, root: root, bytes).standalone
        } else {
            throw FedauthError(.badAnswer, "the answer of the identity provider has no 'Response'")
        }
        self.init(
            assertionConsumerServiceURL: consumer, response: response, body: envelope.bodyContent,
            envelopeStart: envelope.startTag, standaloneResponse: standalone, fault: fault)
    }
}
