import Secrets

/// The SOAP envelopes that an enhanced client sends to the service (SAML 2.0 profiles, 4.2.3.5 and 4.2.4).
enum ECPEnvelope {
    private static let actor = "http://schemas.xmlsoap.org/soap/actor/next"

    /// Returns the identity provider's unchanged body with a new header. Keeps the tag of the original envelope,
    /// because it declares the prefixes that the signature depends on.
    static func response(_ answer: ECPResponse, to request: ECPRequest) -> SharedSecret {
        var out = Secret()
        answer.envelopeStart.withBytes { out.append($0) }
        out.append("<fe:Header xmlns:fe=\"http://schemas.xmlsoap.org/soap/envelope/\">")
        if let messageID = request.messageID {
            out.append(
                "<paos:Response xmlns:paos=\"urn:liberty:paos:2003-08\" fe:mustUnderstand=\"1\" fe:actor=\"\(actor)\" "
                    + "refToMessageID=\"\(XMLText.escaped(messageID))\"/>")
        }
        if let relayState = request.relayState {
            out.append(
                "<ecp:RelayState xmlns:ecp=\"urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp\" fe:mustUnderstand=\"1\" "
                    + "fe:actor=\"\(actor)\">")
            relayState.withBytes { XMLText.escape($0, to: &out) }
            out.append("</ecp:RelayState>")
        }
        out.append("</fe:Header><fe:Body xmlns:fe=\"http://schemas.xmlsoap.org/soap/envelope/\">")
        answer.body.withBytes { out.append($0) }
        out.append("</fe:Body>")
        let name = answer.envelopeStart.withBytes { bytes -> String in
            let tag = bytes.dropFirst(while: { $0 != 0x3C }).dropFirst()
            return String(decoding: tag.prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }, as: UTF8.self)
        }
        out.append("</\(name)>")
        return SharedSecret(out)
    }

    /// Returns a fault that tells the service that the consumer addresses of request and answer differ.
    static func fault() -> SharedSecret {
        SharedSecret(
            text: "<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\"><S:Body><S:Fault>"
                + "<faultcode>S:Server</faultcode><faultstring>responseConsumerURL and AssertionConsumerServiceURL "
                + "differ"
                + "</faultstring></S:Fault></S:Body></S:Envelope>")
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func dropFirst(while condition: (UInt8) -> Bool) -> Slice<UnsafeRawBufferPointer> {
        drop(while: condition)
    }
}
