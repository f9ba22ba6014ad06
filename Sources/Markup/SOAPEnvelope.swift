internal import Core
internal import Secrets

/// A SOAP 1.1 envelope: libxml2's tree, and the positions of its parts in the bytes.
struct SOAPEnvelope {
    let header: MarkupNode?
    let body: MarkupNode
    private let bytes: UnsafeRawBufferPointer
    private let root: XMLScanner.Element
    private let headerPlace: XMLScanner.Element?
    private let bodyPlace: XMLScanner.Element

    /// Throws `bad-answer` when it is not an envelope, or when tree and bytes differ.
    init(_ node: MarkupNode, _ bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        guard node.isElement("Envelope", Namespace.soap) else {
            throw FedauthError(.badAnswer, "'\(node.name.folded(to: 40))' is not a SOAP envelope")
        }
        let elements = node.elements
        let headers = elements.filter { $0.isElement("Header", Namespace.soap) }
        guard let body = elements.last, body.isElement("Body", Namespace.soap), headers.count <= 1,
            elements.filter({ $0.isElement("Body", Namespace.soap) }).count == 1
        else { throw FedauthError(.badAnswer, "the SOAP envelope has not one 'Body' at its end") }
        guard let (root, places) = XMLScanner.rootAndChildren(of: bytes), root.localName == node.name,
            places.map(\.localName) == elements.map(\.name)
        else { throw FedauthError(.badAnswer, "the SOAP envelope is not written as expected") }
        header = headers.first
        headerPlace = elements.firstIndex { $0.isElement("Header", Namespace.soap) }.map { places[$0] }
        self.body = body
        bodyPlace = places[places.count - 1]
        self.root = root
        self.bytes = bytes
    }

    /// All bytes except those of the Header element.
    var withoutHeader: SharedSecret {
        guard let headerPlace else { return SharedSecret(copying: bytes) }
        var rest = Secret(capacity: bytes.count)
        rest.append(UnsafeRawBufferPointer(rebasing: bytes[..<headerPlace.whole.lowerBound]))
        rest.append(UnsafeRawBufferPointer(rebasing: bytes[headerPlace.whole.upperBound...]))
        return SharedSecret(rest)
    }

    var startTag: SharedSecret {
        SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[root.startTag]))
    }

    var bodyContent: SharedSecret {
        SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[bodyPlace.content]))
    }
}
