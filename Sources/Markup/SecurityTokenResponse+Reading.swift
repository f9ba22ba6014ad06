internal import Core
internal import Secrets

extension SecurityTokenAnswer {
    /// Reads any answer of a security token service.
    init(_ root: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        var element = root
        if root.isElement("Envelope", Namespace.soap) || root.isElement("Envelope", Namespace.soap12) {
            let bodies = root.elements.filter { $0.isElement("Body", root.namespace) }
            guard bodies.count == 1, let content = bodies[0].elements.first, bodies[0].elements.count == 1 else {
                throw FedauthError(.badAnswer, "the SOAP envelope has not one 'Body' with one element")
            }
            element = content
        }
        if let fault = SOAPFault(element) {
            self = .fault(fault)
            return
        }
        self = .response(try SecurityTokenResponse(element, root: root, bytes))
    }
}

extension SecurityTokenResponse {
    /// Reads a response, alone or as the only one of a collection (WS-Trust 1.3, section 3.2), or a token without one.
    fileprivate init(_ element: MarkupNode, root: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        let whole = SharedSecret(copying: bytes)
        if element.isElement("Response", Namespace.samlp) {
            self.init(bytes: whole, token: try IssuedToken(try Self.onlyAssertion(of: element), root: root))
            return
        }
        guard let version = TrustVersion.allCases.first(where: { $0.namespace == element.namespace }) else {
            self.init(bytes: whole, token: try IssuedToken(element, root: root))
            return
        }
        var response = element
        if element.name == "RequestSecurityTokenResponseCollection" {
            let all = element.elements.filter { $0.isElement("RequestSecurityTokenResponse", version.namespace) }
            guard all.count == 1 else {
                throw FedauthError(
                    .badAnswer, "the answer has \(all.count) security token responses, and one was asked for")
            }
            response = all[0]
        }
        guard response.name == "RequestSecurityTokenResponse" else {
            throw FedauthError(.badAnswer, "'\(element.name.folded(to: 40))' is not a security token response")
        }
        let requested = response.elements.filter { $0.isElement("RequestedSecurityToken", version.namespace) }
        guard requested.count == 1, requested[0].elements.count == 1 else {
            throw FedauthError(
                .badAnswer,
                "the security token response has \(requested.flatMap(\.elements).count) tokens, and one was asked for")
        }
        let (created, expires) = try Self.lifetime(of: response, version)
        self.init(
            bytes: whole, version: version, context: response.attribute("Context"), created: created, expires: expires,
            appliesTo: response.descendants("AppliesTo", "EndpointReference", "Address").first?.text.trimmedBlank,
            tokenType: response.child("TokenType", version.namespace)?.text.trimmedBlank,
            token: try IssuedToken(requested[0].elements[0], root: root))
        try Self.requireNone(besides: requested[0].elements[0], in: response)
    }

    /// Returns the beginning and the end that a response states (WS-Trust 1.3, section 4.1). The year 9999, the last
    /// one, means no end. Throws `bad-answer` for a malformed time, and for an end that is not after the beginning.
    private static func lifetime(
        of response: MarkupNode, _ version: TrustVersion
    ) throws(FedauthError) -> (created: Timestamp?, expires: Timestamp?) {
        let lifetime = response.child("Lifetime", version.namespace)
        func moment(_ name: String) throws(FedauthError) -> Timestamp? {
            guard let text = lifetime?.child(name, Namespace.utility)?.text.trimmedBlank else { return nil }
            guard let moment = Timestamp(xmlDateTime: text), moment.seconds >= 0 else {
                throw FedauthError(
                    .badAnswer, "the security token response's \(name) '\(text.folded(to: 40))' is not a time",
                    hint: "its issuer must write it as WS-Security says: 2026-01-31T12:00:00Z")
            }
            return moment
        }
        let (created, expires) = (try moment("Created"), try moment("Expires"))
        if let created, let expires, expires <= created {
            throw FedauthError(
                .badAnswer,
                "the security token response ends at \(expires.iso8601), and was made at \(created.iso8601)",
                hint: "check the clock of the security token service")
        }
        let isEndless = expires.map { $0.seconds >= firstSecondOf9999 } ?? false
        return (created, isEndless ? nil : expires)
    }

    private static let firstSecondOf9999: Int64 = 253_370_764_800

    /// Returns the only assertion of a SAML response (SAML 2.0 core, section 3.3.3).
    private static func onlyAssertion(of response: MarkupNode) throws(FedauthError) -> MarkupNode {
        try SAMLResponse(response).requireSuccess()
        let found = response.elements.filter(\.isAssertion)
        guard found.count == 1, found[0].namespace == Namespace.saml else {
            throw FedauthError(
                .badAnswer, "the SAML response has \(found.count) assertions, and one of SAML 2.0 was expected")
        }
        try requireNone(besides: found[0], in: response)
        return found[0]
    }

    /// Throws `bad-answer` for a response with another assertion in any place: whoever looks for the first one in the
    /// response would take it, and no signature of it would have been checked.
    private static func requireNone(besides token: MarkupNode, in response: MarkupNode) throws(FedauthError) {
        func count(_ node: MarkupNode) -> Int { node.allElements.count(where: \.isAssertion) }
        guard count(response) == count(token) else {
            throw FedauthError(
                .badAnswer, "the answer has another assertion than the one that was asked for",
                hint: "it may be forged: tell the operator of its server")
        }
    }
}

extension SOAPFault {
    /// Reads a fault of SOAP 1.2 or 1.1; nil for anything else.
    fileprivate init?(_ element: MarkupNode) {
        func localName(_ node: MarkupNode?) -> String {
            String((node?.text.trimmedBlank ?? "").split(separator: ":").last ?? "")
        }
        if element.isElement("Fault", Namespace.soap12) {
            var code = element.child("Code", Namespace.soap12)
            // Subcodes may be nested to any depth; the innermost is the most specific.
            while let inner = code?.child("Subcode", Namespace.soap12) { code = inner }
            self.init(
                code: localName(code?.child("Value", Namespace.soap12)),
                reason: element.descendants("Reason", "Text").first?.text.folded() ?? "",
                detail: element.child("Detail", Namespace.soap12)?.textBelow ?? "")
        } else if element.isElement("Fault", Namespace.soap) {
            // The parts of a fault have no namespace (SOAP 1.1, section 4.4).
            self.init(
                code: localName(element.child(named: "faultcode")),
                reason: element.child(named: "faultstring")?.text.folded() ?? "",
                detail: element.child(named: "detail")?.textBelow ?? "")
        } else {
            return nil
        }
    }
}

extension MarkupNode {
    fileprivate var textBelow: String {
        allElements.map(\.text).filter { !$0.trimmedBlank.isEmpty }.joined(separator: " ").folded()
    }
}

extension String {
    /// The text without surrounding XML white space.
    var trimmedBlank: String {
        let bytes = utf8.drop(while: \.isMarkupBlank)
        let count = bytes.count - bytes.reversed().prefix(while: \.isMarkupBlank).count
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
