internal import Core
internal import Secrets

/// The namespaces of SAML and of what carries it.
enum Namespace {
    static let soap = "http://schemas.xmlsoap.org/soap/envelope/"
    static let saml = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let samlp = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let paos = "urn:liberty:paos:2003-08"
    static let ecp = "urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp"
}

extension MarkupNode {
    func isElement(_ name: String, _ namespace: String) -> Bool {
        isElement && self.name == name && self.namespace == namespace
    }

    /// The children that are elements.
    var elements: [MarkupNode] {
        var found: [MarkupNode] = []
        var position = firstChild
        while let node = position {
            if node.isElement { found.append(node) }
            position = node.next
        }
        return found
    }

    func child(_ name: String, _ namespace: String) -> MarkupNode? {
        elements.first { $0.isElement(name, namespace) }
    }

    /// The text directly inside, as bytes.
    var secretText: Secret {
        var text = Secret()
        var position = firstChild
        while let node = position {
            if node.isText { node.withContent { text.append($0) } }
            position = node.next
        }
        return text
    }

    /// The text directly inside.
    var text: String { secretText.withBytes { String(decoding: $0, as: UTF8.self) } }
}
