import Core
import Markup
import Secrets

/// XML messages, by what they are made of.
enum GrowthMessage {
    private static let success =
        "<samlp:Status><samlp:StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:Success'/></samlp:Status>"

    private static func saml(_ attributes: String = "", _ content: String = "") -> String {
        "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'"
            + " xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'\(attributes)>\(success)\(content)</samlp:Response>"
    }

    private static func trust(_ attributes: String = "", _ assertion: String = "") -> String {
        "<t:RequestSecurityTokenResponse xmlns:t='http://schemas.xmlsoap.org/ws/2005/02/trust'\(attributes)>"
            + "<t:RequestedSecurityToken><saml:Assertion xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion' ID='a'>"
            + "\(assertion)</saml:Assertion></t:RequestedSecurityToken></t:RequestSecurityTokenResponse>"
    }

    private static let attributeStatement = "<saml:AttributeStatement>"

    /// The contents of a response or an assertion.
    private static var contents: [GrowthText] {
        [
            GrowthText("wide", 150) { n in repeated(n, "<a/>") },
            GrowthText("nested", 40) { n in repeated(n, "<a>") + repeated(n, "</a>") },
            GrowthText("nested-far", 1_200) { n in repeated(n, "<a>") + repeated(n, "</a>") },
            GrowthText("attributes", 60) { n in "<a " + repeated(n) { "b\($0)='1' " } + "/>" },
            GrowthText("attributes-many", 400) { n in "<a " + repeated(n) { "b\($0)='1' " } + "/>" },
            GrowthText("namespaces", 20) { n in "<a " + repeated(n) { "xmlns:n\($0)='u' " } + "/>" },
            GrowthText("namespaces-many", 300) { n in "<a " + repeated(n) { "xmlns:n\($0)='u' " } + "/>" },
            GrowthText("namespaces-nested", 20) { n in repeated(n) { "<a xmlns:n\($0)='u'>" } + repeated(n, "</a>") },
            GrowthText("namespaces-beside", 60) { n in repeated(n, "<a xmlns:x='u' x:b='1'/>") },
            GrowthText("text", 600) { n in "<a>" + repeated(n, "word ") + "</a>" },
            GrowthText("entities", 200) { n in "<a>" + repeated(n, "&amp;") + "</a>" },
            GrowthText("comments", 150) { n in repeated(n, "<!-- - -->") },
            GrowthText("comment-open", 500) { n in "<!--" + repeated(n, "-a") },
            GrowthText("sections", 100) { n in "<a>" + repeated(n, "<![CDATA[x]]>") + "</a>" },
            GrowthText("instructions", 150) { n in repeated(n, "<?x y?>") },
            GrowthText("quotes", 500) { n in "<a b=\"" + repeated(n, "'") },
            GrowthText("values", 40) { n in
                attributeStatement + "<saml:Attribute Name='x'>"
                    + repeated(n) { "<saml:AttributeValue>v\($0)</saml:AttributeValue>" }
                    + "</saml:Attribute></saml:AttributeStatement>"
            },
            GrowthText("claims", 30) { n in
                attributeStatement
                    + repeated(n) { "<saml:Attribute Name='x\($0)'><saml:AttributeValue/></saml:Attribute>" }
                    + "</saml:AttributeStatement>"
            },
            GrowthText("marks", 400) { n in "<saml:Issuer>a\(repeated(n, "\u{301}"))</saml:Issuer>" },
        ]
    }

    static var saml: [GrowthText] {
        contents.map { shape in GrowthText("saml-" + shape.name, shape.size) { saml("", shape.text($0)) } }
    }

    static var trust: [GrowthText] {
        contents.map { shape in GrowthText("trust-" + shape.name, shape.size) { trust("", shape.text($0)) } } + [
            // Each declaration is looked for in the assertion, and there are only so many.
            GrowthText("trust-around", 40) { n in
                trust(repeated(90) { " xmlns:n\($0)='u'" }, repeated(n) { "<n\($0 % 90):a/>" })
            },
            GrowthText("trust-around-many", 300) { n in trust(repeated(n) { " xmlns:n\($0)='u'" }, "n0:") },
            GrowthText("trust-responses", 60) { n in
                "<t:RequestSecurityTokenResponseCollection xmlns:t='http://schemas.xmlsoap.org/ws/2005/02/trust'>"
                    + repeated(n, "<t:RequestSecurityTokenResponse/>") + "</t:RequestSecurityTokenResponseCollection>"
            },
            GrowthText("fault", 60) { n in
                "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><s:Fault><s:Code>"
                    + repeated(n, "<s:Subcode>") + repeated(n, "</s:Subcode>") + "</s:Code><s:Detail>"
                    + repeated(n, "<a>x</a>") + "</s:Detail></s:Fault></s:Body></s:Envelope>"
            },
        ]
    }

    static func envelope(_ size: Int) -> String {
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>" + repeated(size, "<a/>")
            + "</s:Header>" + repeated(size, "<b/>") + "<s:Body>" + repeated(size, "<c/>") + "</s:Body></s:Envelope>"
    }

    static func endpoints(_ size: Int) -> String {
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'"
            + " xmlns:u='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'>"
            + repeated(size) {
                "<p:Policy xmlns:p='p' u:Id='p\($0)'><TransportBinding/><WssUsernameToken10/></p:Policy>"
            }
            + repeated(size) {
                "<w:binding name='b\($0)'><p:PolicyReference xmlns:p='p' URI='#p\($0)'/>"
                    + "<b:binding xmlns:b='b' transport='http://schemas.xmlsoap.org/soap/http'/></w:binding>"
            } + "<w:service>" + repeated(size) { "<w:port binding='x:b\($0)'/>" } + "</w:service></w:definitions>"
    }

    static func signed(_ attributes: String = "", prefixes: String = "", _ content: String) -> String {
        let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
        return "<Assertion xmlns='urn:oasis:names:tc:SAML:2.0:assertion' ID='a'\(attributes)>"
            + "<Signature xmlns='http://www.w3.org/2000/09/xmldsig#'><SignedInfo>"
            + "<CanonicalizationMethod Algorithm='\(exclusive)'/><Reference URI='#a'><Transforms>"
            + "<Transform Algorithm='http://www.w3.org/2000/09/xmldsig#enveloped-signature'/>"
            + "<Transform Algorithm='\(exclusive)'><InclusiveNamespaces xmlns='\(exclusive)' PrefixList='\(prefixes)'/>"
            + "</Transform></Transforms></Reference></SignedInfo></Signature>\(content)</Assertion>"
    }

    static func certificates(_ size: Int) -> String {
        "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata'>"
            + repeated(size) { _ in
                "<IDPSSODescriptor><KeyDescriptor><KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data>"
                    + "</KeyInfo></KeyDescriptor></IDPSSODescriptor>"
            } + "</EntityDescriptor>"
    }
}

extension GrowthCase {
    static var messages: [GrowthCase] {
        GrowthMessage.saml.map { shape in
            reading(shape.name, shape.size, shape.text) { try? LibXMLReader().samlResponse(xml: $0) }
        }
            + GrowthMessage.trust.map { shape in
                reading(shape.name, shape.size, shape.text) { try? LibXMLReader().securityTokenAnswer($0) }
            } + [
                reading("ecp-request", 60, GrowthMessage.envelope) { try? LibXMLReader().ecpRequest(xml: $0) },
                reading("ecp-response", 60, GrowthMessage.envelope) { try? LibXMLReader().ecpResponse(xml: $0) },
                reading("trust-endpoints", 20, GrowthMessage.endpoints) {
                    try? LibXMLReader().trustEndpoints(metadata: $0)
                },
                reading(
                    "signature-prefixes", 150,
                    { GrowthMessage.signed(prefixes: repeated($0, "a "), repeated($0, "<b/>")) }
                ) {
                    try? LibXMLReader().signature(ofAssertion: $0)
                },
                reading(
                    "signature-repeats", 500,
                    { size in
                        GrowthMessage.signed(" xmlns:n='\(repeated(size, "a"))'", repeated(size, "<n:b/>"))
                    }
                ) { try? LibXMLReader().signature(ofAssertion: $0) },
                reading("metadata", 30, GrowthMessage.certificates) {
                    try? LibXMLReader().signingCertificates(metadata: $0)
                },
            ]
    }

    /// A case of a reader that takes a text.
    static func reading(
        _ name: String, _ size: Int, _ text: @escaping (Int) -> String, _ read: @escaping (SharedSecret) -> Any?
    ) -> GrowthCase {
        GrowthCase(name, size) { size in
            let text = secret(text(size))
            return { Measured.result = read(text) }
        }
    }
}
