internal import Core

extension SAMLResponse {
    private static let opaqueFormats: Set = [
        "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
    ]

    /// Reads a `samlp:Response` element (SAML 2.0 core, section 3.3.3).
    init(_ root: MarkupNode) throws(FedauthError) {
        guard root.isElement("Response", Namespace.samlp) else {
            throw FedauthError(.badAnswer, "'\(root.name.folded(to: 40))' is not a SAML response")
        }
        guard let status = root.child("Status", Namespace.samlp) else {
            throw FedauthError(.badAnswer, "the SAML response has no 'Status'")
        }
        var codes: [String] = []
        var position = status.child("StatusCode", Namespace.samlp)
        // The schema allows any nesting of codes; two levels are in use.
        while let code = position, codes.count < 8 {
            let value = code.attribute("Value") ?? ""
            codes.append(String(value.split(separator: ":").last ?? "").folded(to: 80))
            position = code.child("StatusCode", Namespace.samlp)
        }
        guard !codes.isEmpty else { throw FedauthError(.badAnswer, "the SAML response has no 'StatusCode'") }
        // "Success" must be SAML's own URI, because any URI may end like this.
        if codes[0] == "Success",
            status.child("StatusCode", Namespace.samlp)?.attribute("Value")
                != "urn:oasis:names:tc:SAML:2.0:status:Success"
        {
            codes[0] = "?Success"
        }
        let assertion = root.child("Assertion", Namespace.saml)
        let subject = assertion?.child("Subject", Namespace.saml)?.child("NameID", Namespace.saml)
        let session = assertion?.elements.first {
            $0.isElement("AuthnStatement", Namespace.saml) && $0.hasAttribute("SessionNotOnOrAfter")
        }
        let conditions = assertion?.child("Conditions", Namespace.saml)
        let attributes = assertion?.descendants("AttributeStatement", "Attribute") ?? []
        self.init(
            statusCodes: codes, statusMessage: status.child("StatusMessage", Namespace.samlp)?.text.folded() ?? "",
            issuer: root.child("Issuer", Namespace.saml)?.text.folded() ?? "", subject: subject?.text.folded(),
            isSubjectOpaque: Self.opaqueFormats.contains(subject?.attribute("Format") ?? ""),
            sessionNotOnOrAfter: session?.attribute("SessionNotOnOrAfter").flatMap(Timestamp.init(xmlDateTime:)),
            notOnOrAfter: conditions?.attribute("NotOnOrAfter").flatMap(Timestamp.init(xmlDateTime:)),
            audience: conditions?.child("AudienceRestriction", Namespace.saml)?.child("Audience", Namespace.saml)?.text
                .folded(),
            accountNames: Self.accountNames(
                attributes.prefix(Self.maximumAttributes).flatMap { attribute in
                    attribute.children(named: "AttributeValue").prefix(1).map {
                        (name: attribute.attribute("Name") ?? "", value: $0.text)
                    }
                }))
    }

    /// Assertions have fewer; more would only cost time.
    private static let maximumAttributes = 200
}
