import Secrets

/// The SOAP envelopes that an enhanced client sends to the service (SAML 2.0 profiles, 4.2.3.5 and 4.2.4).
enum ECPEnvelope {
    private static let actor = "http://schemas.xmlsoap.org/soap/actor/next"

    private static let start = "<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\">"

    /// Returns an envelope with the identity provider's response, a document of its own, for the service.
    static func response(_ response: SharedSecret, to request: ECPRequest) -> SharedSecret {
        var out = Secret()
        out.append(start + "<S:Header>")
        if let messageID = request.messageID {
            out.append(
                "<paos:Response xmlns:paos=\"urn:liberty:paos:2003-08\" S:mustUnderstand=\"1\" S:actor=\"\(actor)\" "
                    + "refToMessageID=\"\(XMLText.escaped(messageID))\"/>")
        }
        if let relayState = request.relayState {
            out.append(
                "<ecp:RelayState xmlns:ecp=\"urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp\" S:mustUnderstand=\"1\" "
                    + "S:actor=\"\(actor)\">")
            relayState.withBytes { XMLText.escape($0, to: &out) }
            out.append("</ecp:RelayState>")
        }
        out.append("</S:Header><S:Body>")
        response.withBytes { out.append($0) }
        out.append("</S:Body></S:Envelope>")
        return SharedSecret(out)
    }

    /// Returns a fault that tells the service that the consumer addresses of request and answer differ.
    static func fault() -> SharedSecret {
        SharedSecret(
            text: start + "<S:Body><S:Fault>"
                + "<faultcode>S:Server</faultcode><faultstring>responseConsumerURL and AssertionConsumerServiceURL "
                + "differ</faultstring></S:Fault></S:Body></S:Envelope>")
    }
}
