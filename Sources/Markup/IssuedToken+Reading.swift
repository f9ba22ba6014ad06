internal import Core
internal import Secrets

extension IssuedToken {
    /// Reads the element inside a `RequestedSecurityToken`, or a standalone token.
    init(_ element: MarkupNode, root: MarkupNode) throws(FedauthError) {
        let cut = try element.standalone()
        switch (element.name, element.namespace) {
        case ("Assertion", Namespace.saml): try self.init(saml20: element, cut)
        case ("Assertion", Namespace.saml11): try self.init(saml11: element, cut)
        case ("EncryptedAssertion", Namespace.saml), ("EncryptedData", Namespace.encryption): self.init(.encrypted, cut)
        case ("BinarySecurityToken", Namespace.security):
            let text = SharedSecret(element.secretText)
            // AD FS encodes a JSON Web Token in base64 a second time.
            let compact = IssuedToken(compact: text) ?? Base64.decode(text).flatMap(IssuedToken.init(compact:))
            self = compact ?? IssuedToken(.other, cut)
        default:
            guard root.pointer != element.pointer else {
                throw FedauthError(.badAnswer, "'\(element.name.folded(to: 40))' is not a security token response")
            }
            self.init(.other, cut)
        }
    }

    private static let opaqueFormats: Set = [
        "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
    ]

    /// Reads an assertion of SAML 2.0 core, section 2.3.
    private init(saml20 assertion: MarkupNode, _ cut: SharedSecret) throws(FedauthError) {
        let subject = assertion.child("Subject", Namespace.saml)
        let name = subject?.child("NameID", Namespace.saml)
        let confirmation = subject?.descendants("SubjectConfirmation", "SubjectConfirmationData").first
        let conditions = try assertion.onlyConditions(Namespace.saml)
        self.init(
            .saml20, cut, identifier: assertion.attribute("ID"),
            issuer: assertion.child("Issuer", Namespace.saml)?.text.trimmedBlank, subject: name?.text.trimmedBlank,
            isSubjectOpaque: Self.opaqueFormats.contains(name?.attribute("Format") ?? ""),
            audiences: conditions?.audiences(of: "AudienceRestriction") ?? [],
            notBefore: try conditions?.moment("NotBefore"), notOnOrAfter: try conditions?.moment("NotOnOrAfter"),
            presentableUntil: try confirmation?.moment("NotOnOrAfter"), recipient: confirmation?.attribute("Recipient"),
            claims: assertion.descendants("AttributeStatement", "Attribute").map {
                Claim($0.attribute("Name") ?? "", $0.children(named: "AttributeValue").map(\.text))
            })
    }

    /// Reads an assertion of SAML 1.1 core, section 2.3.
    private init(saml11 assertion: MarkupNode, _ cut: SharedSecret) throws(FedauthError) {
        // Only in statements of the assertion: its signature does not cover what stands in the signature itself.
        let subject = assertion.elements.lazy.filter { $0.namespace == Namespace.saml11 }
            .compactMap { $0.child("Subject", Namespace.saml11) }.first
        let name = subject?.child("NameIdentifier", Namespace.saml11)
        let conditions = try assertion.onlyConditions(Namespace.saml11)
        self.init(
            .saml11, cut, identifier: assertion.attribute("AssertionID"), issuer: assertion.attribute("Issuer"),
            subject: name?.text.trimmedBlank,
            isSubjectOpaque: Self.opaqueFormats.contains(name?.attribute("Format") ?? ""),
            audiences: conditions?.audiences(of: "AudienceRestrictionCondition") ?? [],
            notBefore: try conditions?.moment("NotBefore"), notOnOrAfter: try conditions?.moment("NotOnOrAfter"),
            claims: assertion.descendants("AttributeStatement", "Attribute").map {
                // Both together form the claim type.
                let space = $0.attribute("AttributeNamespace") ?? ""
                let name = $0.attribute("AttributeName") ?? ""
                let separator = space.isEmpty || space.hasSuffix("/") ? "" : "/"
                return Claim(space + separator + name, $0.children(named: "AttributeValue").map(\.text))
            })
    }
}

extension MarkupNode {
    /// Returns the assertion's conditions; nil for none. Throws `bad-answer` for several: ignoring one would drop it.
    fileprivate func onlyConditions(_ namespace: String) throws(FedauthError) -> MarkupNode? {
        let found = elements.filter { $0.isElement("Conditions", namespace) }
        guard found.count < 2 else {
            throw FedauthError(.badAnswer, "the assertion has \(found.count) sets of conditions")
        }
        return found.first
    }

    /// Returns the time in an attribute; nil if missing. Throws `bad-answer` for a malformed one, which is a condition.
    fileprivate func moment(_ name: String) throws(FedauthError) -> Timestamp? {
        guard let text = attribute(name) else { return nil }
        guard let moment = Timestamp(xmlDateTime: text) else {
            throw FedauthError(
                .badAnswer, "the assertion's \(name) '\(text.folded(to: 40))' is not a time",
                hint: "its issuer must write it as SAML 2.0 core, section 1.3.3, says: 2026-01-31T12:00:00Z")
        }
        return moment
    }

    /// Returns the audiences that every restriction of this kind names, because each of them must hold (SAML 2.0 core,
    /// section 2.5.1.4). If they have none in common, the only audience is an empty one, which matches no server.
    fileprivate func audiences(of restriction: String) -> [String] {
        let all = children(named: restriction).map { $0.children(named: "Audience").map(\.text.trimmedBlank) }
        guard let first = all.first else { return [] }
        guard all.count > 1 else { return first }
        let common = all.dropFirst().reduce(Set(first)) { $0.intersection($1) }
        return common.isEmpty ? [""] : first.filter(common.contains)
    }
}
