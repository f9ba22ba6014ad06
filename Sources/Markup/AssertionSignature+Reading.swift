public import Core
public import Secrets

extension LibXMLReader {
    /// Reads the signature of a standalone SAML assertion, and canonicalises what it covers. Checks its structure, but
    /// neither hash nor signature. The signature must be the assertion's own child with exactly one reference, to the
    /// assertion by its identifier. No identifier is looked up: what is covered is the root, so a reference cannot lead
    /// elsewhere. Throws `refused` for anything else, and `bad-answer` for content that is not an assertion.
    public func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
        try message(assertion, what: "assertion") { (_, root) throws(FedauthError) in try AssertionSignature(of: root) }
    }
}

extension AssertionSignature {
    fileprivate init(of root: MarkupNode) throws(FedauthError) {
        let identifiers = [(Namespace.saml, "ID"), (Namespace.saml11, "AssertionID")]
        guard let name = identifiers.first(where: { root.isElement("Assertion", $0.0) })?.1,
            let identifier = root.attribute(name), !identifier.isEmpty
        else { throw FedauthError(.badAnswer, "the assertion cannot be read to check its signature") }
        guard let signature = root.only("Signature") else {
            throw FedauthError(
                .refused, "the assertion has no signature of its own",
                hint: "the whole response may be signed instead, which '--verify' does not check")
        }
        // With several references, or one to another element, the signed text would not be the text that is read. The
        // signature does not cover itself, so it may contain nothing else.
        guard signature.elements.allSatisfy(\.isPartOfSignature), let statement = signature.only("SignedInfo"),
            let reference = statement.only("Reference"), reference.attribute("URI") == "#" + identifier
        else { throw Self.elsewhere }
        self.init(
            content: try Canonicalisation(reference.only("Transforms")).form(of: root, without: signature),
            digestMethod: reference.only("DigestMethod")?.attribute("Algorithm") ?? "",
            digest: Base64.decode(reference.only("DigestValue").secretText) ?? SharedSecret(text: ""),
            statement: try Canonicalisation(method: statement.only("CanonicalizationMethod")).form(of: statement),
            method: statement.only("SignatureMethod")?.attribute("Algorithm") ?? "",
            value: Base64.decode(signature.only("SignatureValue").secretText) ?? SharedSecret(text: ""))
    }

    fileprivate static var elsewhere: FedauthError {
        FedauthError(
            .refused, "the signature is not for the assertion that it stands in",
            hint: "the answer may be forged: do not use it")
    }
}

/// A way to write XML so that equal documents have equal bytes: Exclusive XML Canonicalization 1.0, or Canonical XML 1.0.
private struct Canonicalisation {
    private var isExclusive = false
    private var keepsComments = false
    /// The prefixes that the exclusive form treats as the other one (`InclusiveNamespaces`), separated by blanks.
    private var prefixes = ""

    private static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    private static let inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
    private static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"

    /// Reads the transforms of the reference: the signature is removed, and the rest is written in exclusive form, or in
    /// the form that is the default (XML Signature, section 4.4.3.2). SAML allows no others (2.0 core, section 5.4.4).
    init(_ transforms: MarkupNode?) throws(FedauthError) {
        let all = transforms?.elements ?? []
        guard let first = all.first, first.isElement("Transform", Namespace.signature) else {
            throw AssertionSignature.elsewhere
        }
        guard first.attribute("Algorithm") == Self.enveloped else { throw Self.notAllowed(first) }
        if all.count > 1 { try read(all[1], named: "Transform", allowsInclusive: false) }
        if all.count > 2 { throw Self.notAllowed(all[2]) }
        // A reference by an identifier selects no comments, whatever the transform keeps (section 4.4.3.3).
        keepsComments = false
    }

    /// Reads the canonicalisation of `SignedInfo`.
    init(method: MarkupNode?) throws(FedauthError) {
        guard let method else { throw AssertionSignature.notAllowed("") }
        try read(method, named: "CanonicalizationMethod", allowsInclusive: true)
    }

    private mutating func read(_ node: MarkupNode, named name: String, allowsInclusive: Bool) throws(FedauthError) {
        guard node.isElement(name, Namespace.signature) else { throw AssertionSignature.elsewhere }
        switch node.attribute("Algorithm") {
        case Self.exclusive: isExclusive = true
        case Self.exclusive + "WithComments": (isExclusive, keepsComments) = (true, true)
        case Self.inclusive where allowsInclusive: break
        default: throw Self.notAllowed(node)
        }
        prefixes = node.child("InclusiveNamespaces", Self.exclusive)?.attribute("PrefixList") ?? ""
    }

    private static func notAllowed(_ node: MarkupNode) -> FedauthError {
        AssertionSignature.notAllowed(node.attribute("Algorithm") ?? "")
    }

    func form(of node: MarkupNode, without omitted: MarkupNode? = nil) throws(FedauthError) -> SharedSecret {
        try node.canonical(without: omitted, isExclusive: isExclusive, keepsComments: keepsComments, prefixes: prefixes)
    }
}

extension MarkupNode {
    /// Whether a signature in an assertion may have this child. `Object` is for signatures of other content, and nothing
    /// in `KeyInfo` is signed.
    fileprivate var isPartOfSignature: Bool {
        ["SignedInfo", "SignatureValue", "KeyInfo"].contains { isElement($0, Namespace.signature) }
            && !allElements.contains(where: \.isAssertion)
    }

    /// Returns the child of that name in the namespace of signatures; nil when there is none or more than one.
    fileprivate func only(_ name: String) -> MarkupNode? {
        let found = elements.filter { $0.isElement(name, Namespace.signature) }
        return found.count == 1 ? found[0] : nil
    }
}

extension MarkupNode? { fileprivate var secretText: SharedSecret { SharedSecret(self?.secretText ?? Secret()) } }
