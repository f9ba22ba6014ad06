internal import Secrets

/// The namespaces of SAML and of the protocols that transport it.
enum Namespace {
    static let soap = "http://schemas.xmlsoap.org/soap/envelope/"
    static let saml = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let samlp = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let paos = "urn:liberty:paos:2003-08"
    static let ecp = "urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp"
    static let saml11 = "urn:oasis:names:tc:SAML:1.0:assertion"
    static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
    static let soap12 = "http://www.w3.org/2003/05/soap-envelope"
    static let signature = "http://www.w3.org/2000/09/xmldsig#"
    static let encryption = "http://www.w3.org/2001/04/xmlenc#"
    static let security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
    static let utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
}

extension MarkupNode {
    func isElement(_ name: String, _ namespace: String) -> Bool {
        isElement && self.name == name && self.namespace == namespace
    }

    /// Whether it is an assertion of any version of SAML, encrypted or not.
    var isAssertion: Bool {
        isElement("Assertion", Namespace.saml) || isElement("EncryptedAssertion", Namespace.saml)
            || isElement("Assertion", Namespace.saml11)
    }

    /// The child elements.
    var elements: [MarkupNode] {
        var found: [MarkupNode] = []
        var position = firstChild
        while let node = position {
            if node.isElement { found.append(node) }
            position = node.next
        }
        return found
    }

    /// Returns the child elements with that name in any namespace, where versions of a protocol have different ones.
    func children(named name: String) -> [MarkupNode] { elements.filter { $0.name == name } }

    /// Returns the first of them.
    func child(named name: String) -> MarkupNode? { elements.first { $0.name == name } }

    /// Returns the elements along `path`, each below any of the previous ones.
    func descendants(_ path: String...) -> [MarkupNode] {
        path.reduce([self]) { nodes, name in nodes.flatMap { $0.children(named: name) } }
    }

    /// The element itself and all elements below it, in document order.
    var allElements: [MarkupNode] {
        var found: [MarkupNode] = []
        var rest = [self]
        while let next = rest.popLast() {
            found.append(next)
            rest += next.elements.reversed()
        }
        return found
    }

    func child(_ name: String, _ namespace: String) -> MarkupNode? { elements.first { $0.isElement(name, namespace) } }

    /// The text directly inside the element, as bytes.
    var secretText: Secret {
        var text = Secret()
        var position = firstChild
        while let node = position {
            if node.isText { node.withContent { text.append($0) } }
            position = node.next
        }
        return text
    }

    /// The text directly inside the element.
    var text: String { secretText.withBytes { String(decoding: $0, as: UTF8.self) } }
}
