internal import Core

/// The parts of a SOAP 1.1 envelope.
struct SOAPEnvelope {
    let header: MarkupNode?
    let body: MarkupNode

    /// Throws `bad-answer` when the element is not an envelope with one body at its end.
    init(_ node: MarkupNode) throws(FedauthError) {
        guard node.isElement("Envelope", Namespace.soap) else {
            throw FedauthError(.badAnswer, "'\(node.name.folded(to: 40))' is not a SOAP envelope")
        }
        let elements = node.elements
        let headers = elements.filter { $0.isElement("Header", Namespace.soap) }
        guard let body = elements.last, body.isElement("Body", Namespace.soap), headers.count <= 1,
            elements.filter({ $0.isElement("Body", Namespace.soap) }).count == 1
        else { throw FedauthError(.badAnswer, "the SOAP envelope has not one 'Body' at its end") }
        header = headers.first
        self.body = body
    }
}
